// A small shop as a user would write it, with the stock SDK; the DSN comes from its environment.
import io.sentry.Breadcrumb;
import io.sentry.Sentry;
import io.sentry.SentryLevel;
import io.sentry.protocol.Message;
import io.sentry.protocol.User;
import io.sentry.SentryEvent;
import java.util.List;
import java.util.Map;

public class Shop {
  static class CardException extends Exception {
    CardException(String card) {
      super("card " + card + " declined");
    }
  }

  public static void main(String[] arguments) throws Exception {
    String order = arguments[0];
    Sentry.init(
        options -> {
          options.setDsn(System.getenv("SENTRY_DSN"));
          options.setRelease("shop@1.2.3");
          options.setEnvironment("staging");
        });
    Sentry.configureScope(
        scope -> {
          User user = new User();
          user.setId("42");
          user.setEmail("ada@example.com");
          scope.setUser(user);
          scope.setTag("tenant", "acme");
          scope.setContexts("payment", Map.of("password", "hunter2hunter2"));
        });
    Sentry.addBreadcrumb(new Breadcrumb("cart opened"));
    Sentry.addBreadcrumb(new Breadcrumb("signed in with token=hunter2hunter2"));

    reserveShelf(order);
    checkOut(order);
    report(order);
    Thread thread = new Thread(() -> sendMail(List.of()), "mailer-" + order);
    thread.start();
    thread.join();
    shipOrder(null);
  }

  static void reserveShelf(String order) {
    try {
      chargeCard(order);
    } catch (CardException declined) {
      Sentry.captureException(declined);
    }
  }

  static void chargeCard(String order) throws CardException {
    throw new CardException(order);
  }

  static void checkOut(String order) {
    try {
      try {
        chargeCard(order);
      } catch (CardException declined) {
        throw new IllegalStateException("checkout failed", declined);
      }
    } catch (IllegalStateException failed) {
      Sentry.captureException(failed);
    }
  }

  static void report(String order) {
    SentryEvent event = new SentryEvent();
    Message message = new Message();
    message.setMessage("Disk almost full at %s%%");
    message.setFormatted("Disk almost full at " + order + "%");
    message.setParams(List.of(order));
    event.setMessage(message);
    event.setLevel(SentryLevel.WARNING);
    Sentry.captureEvent(event);
    Sentry.captureMessage("Payment provider unreachable");
  }

  static String sendMail(List<String> to) {
    return to.get(3);
  }

  static int shipOrder(String address) {
    return address.length();
  }
}
