"""An exporter of another package: a product as plain text, checked by the contract."""

from conspectus import Product
from conspectus.exporters.rendered_product import render_product
from conspectus.testing import ExporterContract, made_product


class PlainTextExporter:
    """Products as plain text."""

    name = "plain_text"
    label = "Plain text"
    suffix = ".txt"

    def export(self, product: Product, *, style: str) -> str:
        """Gives the sentences, the references, the quotes and what was left out."""
        rendered = render_product(product, style=style)
        lines = [product.title, *rendered.warnings]
        lines += [sentence.plain for sentence in rendered.sentences()]
        lines += [entry.plain for entry in rendered.bibliography.entries]
        lines += [passage.quote for evidence in rendered.evidence for passage in evidence.passages]
        lines += [f"Not cited: {left.paper}: {left.reason}" for left in product.not_cited]
        return "\n".join(lines) + "\n"


print(PlainTextExporter().export(made_product(), style="apa"))

# pytest runs the tests of a class derived from the contract; here they are called by hand.
contract = ExporterContract()
for name in dir(contract):
    if name.startswith("test_"):
        getattr(contract, name)(PlainTextExporter())
