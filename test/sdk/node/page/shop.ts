/** A page as a user would write it, with the stock browser SDK; the DSN comes in its address. */
import * as Sentry from '@sentry/browser'

Sentry.init({
  dsn: new URLSearchParams(location.search).get('dsn') ?? '',
  environment: 'staging',
  release: 'shop-web@2.0.1',
})
Sentry.setUser({ id: '42', email: 'ada@example.com' })
Sentry.setTag('tenant', 'acme')
Sentry.addBreadcrumb({ category: 'cart', message: 'coupon applied', level: 'info' })

function chargeCard(card: { number?: string }): string {
  return card.number!.slice(-4)
}

document.querySelector('#pay')?.addEventListener('click', function pay() {
  chargeCard({})
})
document.querySelector('#reserve')?.addEventListener('click', function reserve() {
  void Promise.reject(new RangeError('no such shelf'))
})
document.querySelector('#ask')?.addEventListener('click', function ask() {
  Sentry.captureMessage('someone asked for help', 'warning')
})
document.querySelector('#report')?.addEventListener('click', function report() {
  Sentry.showReportDialog({
    user: { name: 'Ada', email: 'ada@example.com' },
    title: '<img src=x onerror="document.title=1">',
    onClose: () => {
      document.title = 'The dialog is closed'
    },
  })
})
