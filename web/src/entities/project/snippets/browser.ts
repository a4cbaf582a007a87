import type { Snippets } from './snippet.ts'

/** What runs in a page. */
export const BROWSER: Snippets = {
  javascript: (dsn) => ({
    install: 'npm install @sentry/browser',
    code: `import * as Sentry from '@sentry/browser'

Sentry.init({ dsn: '${dsn}' })

${FIRST_ERROR}`,
  }),

  'javascript-react': (dsn) => ({
    install: 'npm install @sentry/react',
    code: `import * as Sentry from '@sentry/react'
import { createRoot } from 'react-dom/client'
import App from './App'

Sentry.init({ dsn: '${dsn}' })

// React 19. With an older one, wrap <App /> in <Sentry.ErrorBoundary> instead.
createRoot(document.getElementById('root'), {
  onUncaughtError: Sentry.reactErrorHandler(),
  onCaughtError: Sentry.reactErrorHandler(),
  onRecoverableError: Sentry.reactErrorHandler(),
}).render(<App />)

${FIRST_ERROR}`,
  }),

  'javascript-nextjs': (dsn) => ({
    install: 'npm install @sentry/nextjs',
    code: `// instrumentation-client.ts: the browser
import * as Sentry from '@sentry/nextjs'

Sentry.init({ dsn: '${dsn}' })

// instrumentation.ts: the server
import * as Sentry from '@sentry/nextjs'

export function register() {
  Sentry.init({ dsn: '${dsn}' })
}

export const onRequestError = Sentry.captureRequestError

// next.config.ts
import { withSentryConfig } from '@sentry/nextjs'

export default withSentryConfig({
  // your settings
})

// app/boom/route.ts: open /boom to send a first error
export function GET() {
  throw new Error('My first error')
}`,
  }),

  'javascript-vue': (dsn) => ({
    install: 'npm install @sentry/vue',
    code: `import { createApp } from 'vue'
import * as Sentry from '@sentry/vue'
import App from './App.vue'

const app = createApp(App)

Sentry.init({ app, dsn: '${dsn}' })

app.mount('#app')

${FIRST_ERROR}`,
  }),

  'javascript-angular': (dsn) => ({
    install: 'npm install @sentry/angular',
    code: `// main.ts, before bootstrapApplication
import * as Sentry from '@sentry/angular'

Sentry.init({ dsn: '${dsn}' })

// app.config.ts
import { type ApplicationConfig, ErrorHandler } from '@angular/core'
import * as Sentry from '@sentry/angular'

export const appConfig: ApplicationConfig = {
  providers: [{ provide: ErrorHandler, useValue: Sentry.createErrorHandler() }],
}

// in any component
throw new Error('My first error')`,
  }),

  'javascript-svelte': (dsn) => ({
    install: 'npm install @sentry/svelte',
    code: `import { mount } from 'svelte'
import * as Sentry from '@sentry/svelte'
import App from './App.svelte'

Sentry.init({ dsn: '${dsn}' })

mount(App, { target: document.getElementById('app') })

${FIRST_ERROR}`,
  }),
}

const FIRST_ERROR = `setTimeout(() => {
  throw new Error('My first error')
})`
