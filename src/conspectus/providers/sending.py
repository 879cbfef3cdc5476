"""One request on its way: within the limits, at the pace of its address, and again after errors that pass."""

from __future__ import annotations

from dataclasses import dataclass, replace

from conspectus.foundation.errors import (
    ContextTooLong,
    ModelRefused,
    ModelStopped,
    RateLimited,
    RungUnsupported,
    ServerFailed,
)
from conspectus.providers.completion import Completion, CompletionRequest, Provider, Usage
from conspectus.providers.keys import harmless_answer
from conspectus.providers.ledger import CallTally
from conspectus.providers.limits import Limits
from conspectus.providers.prices import FREE, Price
from conspectus.providers.retrying import Backoff, Clock, Pace, StopFlag, wait_asked_for
from conspectus.providers.token_counting import RequestCounter, TokenCounter

# The estimate of tokens may be too low by a tenth or so; what is reserved must not be.
_RESERVE = 1.3
# A server that does not know a way of asking for JSON says so at once; one that fails slowly fails for another reason.
QUICK_FAILURES = 2
_QUICK = 10.0
# A server that asks for short waits again and again is taken at its word, after so many of them at least 0.8 s apart.
_WARY = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Sends requests to one provider.

    ``retries`` is how often a request is sent again after the server failed; ``longest_wait`` the most seconds
    that one call waits for a server that asks to wait.
    """

    provider: Provider
    price: Price | None
    pace: Pace
    limits: Limits
    stop: StopFlag
    clock: Clock
    backoff: Backoff
    counter: TokenCounter
    retries: int
    longest_wait: float
    timeout: float

    def send(self, request: CompletionRequest, tally: CallTally, *, finding_rung: bool = False) -> Completion:
        """Gives the answer to a request, sent again after errors that pass.

        Args:
            request: What is asked.
            tally: Told of each request, wait and token.
            finding_rung: It is not known yet whether the server knows the request's rung, so that failing at once
                and again is taken for not knowing it.

        Raises:
            RateLimited: The server still asked to wait after the longest wait.
            ServerFailed: It failed after all retries.
            RungUnsupported: It does not know the rung, or fails at once at it.
            LimitReached: The user's limits allow no further request.
            ModelCallFailed: The request cannot be answered.
            ModelStopped: No request can.
        """
        limited = failed = quick = 0
        waited = 0.0
        while True:
            begun = tally.answered
            try:
                completion = self._send_once(request, tally)
            except RateLimited as error:
                asked = error.retry_after
                delay = wait_asked_for(asked, limited if asked is None else min(limited, _WARY), self.backoff)
                limited += 1
                if waited + delay > self.longest_wait:
                    raise RateLimited(
                        f"{error.message.rstrip('.')}, and {waited:.0f} of at most {self.longest_wait:.0f} seconds "
                        f"were waited.",
                        retry_after=error.retry_after,
                        hint=error.hint or "Send fewer requests a minute, or fewer side by side.",
                    ) from error
                if asked is not None:
                    # The server speaks to all who use this key.
                    self.pace.pause(min(delay, asked))
            except ServerFailed as error:
                if error.permanent == "request" and finding_rung:
                    # Perhaps it is the way of asking that the server does not take, without saying so.
                    raise RungUnsupported(error.message, hint=error.hint) from None
                if error.permanent:
                    raise
                failed += 1
                quick += tally.answered - begun < min(_QUICK, self.timeout / 2)
                if finding_rung and quick >= QUICK_FAILURES:
                    raise RungUnsupported(error.message, hint=error.hint) from error
                delay = wait_asked_for(error.retry_after, failed - 1, self.backoff)
                if failed > max(self.retries, finding_rung) or waited + delay > self.longest_wait:
                    raise
            else:
                self.stop.succeeded(self.provider.address)
                return completion
            tally.retries += 1
            waited += delay
            self._wait(delay, tally)

    def _wait(self, seconds: float, tally: CallTally) -> None:
        begun = self.clock.now()
        self.clock.wait(seconds, self.stop.event)
        tally.waited += self.clock.now() - begun

    def _send_once(self, request: CompletionRequest, tally: CallTally) -> Completion:
        begun = self.clock.now()
        with self.limits.reserve(self._worst(request), self.stop) as reservation:
            reservation.counts = False
            self.pace.wait_turn(self.stop)
            sent = self.clock.now()
            tally.waited += sent - begun
            tally.requests += 1
            reservation.counts = True
            try:
                completion = self.provider.complete(request)
            except (RateLimited, RungUnsupported, ContextTooLong, ModelStopped):
                # Turned down before any answer was made.
                reservation.counts = False
                raise
            except (ServerFailed, ModelRefused) as error:
                # It was cut off or came too late: the provider may charge for all of it.
                reservation.lost = not error.turned_down
                raise
            except BaseException:
                # What an interrupted call came to is not known.
                reservation.lost = True
                raise
            finally:
                tally.answered += self.clock.now() - sent
            completion = harmless_answer(completion, None)
            completion = replace(completion, usage=self._usage(request, completion))
            tally.add(completion.usage)
            reservation.cost = (self.price or FREE).cost(completion.usage)
        return completion

    def input_tokens(self, request: CompletionRequest) -> int:
        """Gives about how many tokens a request has, its schema included."""
        return RequestCounter(self.provider.name, self.counter).count(request.messages, request.schema)

    def _worst(self, request: CompletionRequest) -> float:
        if self.price is None or self.limits.max_cost is None:
            return 0.0
        return self.price.worst(round(_RESERVE * self.input_tokens(request)), request.max_output_tokens)

    def _usage(self, request: CompletionRequest, completion: Completion) -> Usage:
        told = completion.usage
        if not told.estimated and (told.input or told.output or not completion.text):
            return told
        # Counted as a dry run counts, so that both agree where the server says nothing.
        return Usage(input=self.input_tokens(request), output=self.counter.count(completion.text), estimated=True)
