//! A small shop as a user would write it, with the stock SDK; the DSN comes from its environment.
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::time::Duration;

#[derive(Debug)]
struct CardError(String);

impl fmt::Display for CardError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "card {} declined", self.0)
    }
}

impl Error for CardError {}

#[derive(Debug)]
struct CheckoutError(CardError);

impl fmt::Display for CheckoutError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "checkout failed")
    }
}

impl Error for CheckoutError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

fn main() {
    let order = std::env::args().nth(1).expect("an order");
    let mut options = sentry::ClientOptions::default();
    options.release = Some("shop@1.2.3".into());
    options.environment = Some("staging".into());
    options.attach_stacktrace = true;
    options.shutdown_timeout = Duration::from_secs(10);
    // Sends what waits when it is dropped, also while the panic unwinds.
    let _client = sentry::init(options);
    sentry::configure_scope(|scope| {
        scope.set_user(Some(sentry::User {
            id: Some("42".into()),
            email: Some("ada@example.com".into()),
            ..Default::default()
        }));
        scope.set_tag("tenant", "acme");
        let payment = BTreeMap::from([("password".to_string(), "hunter2hunter2".into())]);
        scope.set_context("payment", sentry::protocol::Context::Other(payment));
    });
    for message in ["cart opened", "signed in with token=hunter2hunter2"] {
        sentry::add_breadcrumb(sentry::Breadcrumb {
            category: Some("cart".into()),
            message: Some(message.into()),
            ..Default::default()
        });
    }
    reserve_shelf(&order);
    check_out(&order);
    report(&order);
    let _ = std::thread::spawn(|| send_mail(&[])).join();
    ship_order(None);
}

#[inline(never)]
fn reserve_shelf(order: &str) {
    sentry::capture_error(&CardError(order.to_string()));
}

#[inline(never)]
fn check_out(order: &str) {
    sentry::capture_error(&CheckoutError(CardError(order.to_string())));
}

#[inline(never)]
fn report(order: &str) {
    sentry::capture_message(&format!("Disk almost full at {order}%"), sentry::Level::Warning);
    sentry::capture_message("Payment provider unreachable", sentry::Level::Error);
}

#[inline(never)]
fn send_mail(to: &[&str]) -> usize {
    to[3].len()
}

#[inline(never)]
fn ship_order(address: Option<&str>) -> usize {
    address.expect("an address").len()
}
