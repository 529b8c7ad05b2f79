"""A check of our own for Schemathesis, which loads this file."""

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection


@schemathesis.check
def wrong_bodies_are_refused(ctx, response, case):
    """`negative_data_rejection` for bodies alone: what an address asks for and cannot be read counts as not given."""
    if response.status_code == 412:  # Schemathesis does not know that If-Match refuses a request, too.
        return None
    body = case.meta and case.meta.components.get(ParameterLocation.BODY)
    return negative_data_rejection(ctx, response, case) if body and body.mode.is_negative else None
