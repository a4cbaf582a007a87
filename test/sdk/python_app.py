"""A small application as a user would write it, with the stock SDK; the DSN comes from its environment."""

import sentry_sdk

sentry_sdk.init(release="shop@1.2.3", environment="staging")
sentry_sdk.set_user({"id": 42, "email": "ada@example.com"})
sentry_sdk.set_tag("tenant", "acme")
sentry_sdk.add_breadcrumb(category="cart", message="cart opened", level="info")
sentry_sdk.add_breadcrumb(category="payment", message="card declined", level="warning")


def charge_card(amount):
    return {"total": amount}["currency"]


def check_out():
    try:
        charge_card(5)
    except KeyError as error:
        raise RuntimeError("Checkout failed") from error


try:
    check_out()
except RuntimeError:
    sentry_sdk.capture_exception()

sentry_sdk.capture_message("Disk almost full", level="warning")
sentry_sdk.flush(10)
