"""How well the verifier tells what evidence supports: planted faults, labelled claims, and the judgement of people."""
