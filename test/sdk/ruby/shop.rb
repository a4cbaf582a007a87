# A small shop as a user would write it, with the stock SDK; the DSN comes from its environment.
require "sentry-ruby"

class CardError < StandardError; end

def charge_card(order)
  raise CardError, "card #{order} declined"
end

def reserve_shelf(order)
  charge_card(order)
rescue CardError => error
  Sentry.capture_exception(error)
end

def check_out(order)
  begin
    charge_card(order)
  rescue CardError
    raise "checkout failed"
  end
rescue RuntimeError => error
  Sentry.capture_exception(error)
end

def report(order)
  Sentry.capture_message("Disk almost full at #{order}%", level: :warning)
  Sentry.capture_message("Payment provider unreachable")
end

def send_mail(to)
  to.fetch(3)
end

def in_background
  Thread.new do
    send_mail([])
  rescue IndexError => error
    Sentry.capture_exception(error)
  end.join
end

def ship_order(address)
  address.length
end

Sentry.init do |config|
  config.release = "shop@1.2.3"
  config.environment = "staging"
  config.enabled_environments = ["staging"]
  config.background_worker_threads = 0
end
Sentry.set_user(id: 42, email: "ada@example.com")
Sentry.set_tags(tenant: "acme")
Sentry.set_context("payment", { password: "hunter2hunter2" })
Sentry.add_breadcrumb(Sentry::Breadcrumb.new(message: "cart opened"))
Sentry.add_breadcrumb(Sentry::Breadcrumb.new(message: "signed in with token=hunter2hunter2"))

order = ARGV.fetch(0)
reserve_shelf(order)
check_out(order)
report(order)
in_background
begin
  ship_order(nil)
rescue NoMethodError => error
  Sentry.capture_exception(error)
  exit 1
end
