// A small shop as a user would write it, with the stock SDK; the DSN comes from its environment.
package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/getsentry/sentry-go"
)

// CardError is an error type of the application.
type CardError struct{ Card string }

func (e *CardError) Error() string { return "card " + e.Card + " declined" }

func main() {
	order := os.Args[1]
	must(sentry.Init(sentry.ClientOptions{
		Release: "shop@1.2.3", Environment: "staging", AttachStacktrace: true, SendDefaultPII: true,
	}))
	sentry.ConfigureScope(func(scope *sentry.Scope) {
		scope.SetUser(sentry.User{ID: "42", Email: "ada@example.com"})
		scope.SetTag("tenant", "acme")
		scope.SetContext("payment", sentry.Context{"password": "hunter2hunter2", "order": order})
	})
	request, err := http.NewRequest("POST", "http://shop.example/pay?token=hunter2hunter2", nil)
	must(err)
	request.Header.Set("Authorization", "Bearer hunter2hunter2")
	sentry.ConfigureScope(func(scope *sentry.Scope) { scope.SetRequest(request) })
	sentry.AddBreadcrumb(&sentry.Breadcrumb{Category: "cart", Message: "cart opened"})
	sentry.AddBreadcrumb(&sentry.Breadcrumb{Category: "payment", Message: "signed in with token=hunter2hunter2"})

	reserveShelf(order)
	checkOut(order)
	report(order)
	answer(errors.New("cart is empty"))
	answer(fmt.Errorf("order %s is late", order))
	inBackground()
	defer func() {
		if reason := recover(); reason != nil {
			sentry.CurrentHub().Recover(reason)
			sentry.Flush(10 * time.Second)
			os.Exit(1)
		}
	}()
	shipOrder(nil)
}

func reserveShelf(order string) {
	sentry.CaptureException(&CardError{Card: order})
}

func chargeCard(order string) error { return &CardError{Card: order} }

func checkOut(order string) {
	if err := chargeCard(order); err != nil {
		sentry.CaptureException(fmt.Errorf("checkout failed: %w", errors.Join(err)))
	}
}

func report(order string) {
	sentry.CaptureMessage("Disk almost full at " + order + "%")
	sentry.CaptureMessage("Payment provider unreachable")
}

// answer is where all errors of a service arrive.
func answer(err error) { sentry.CaptureException(err) }

func inBackground() {
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		hub := sentry.CurrentHub().Clone()
		defer func() { hub.Recover(recover()) }()
		sendMail([]string{})
	}()
	done.Wait()
}

func sendMail(to []string) string { return to[3] }

func shipOrder(addresses map[string]string) { addresses["home"] = "Main Street" }

func must(err error) {
	if err != nil {
		panic(err)
	}
}
