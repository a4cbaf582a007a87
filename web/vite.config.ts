import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string }

const ENTRY = here('src/main.tsx')
let atStart: Set<string> | undefined

/** Every module that the entry imports, directly or not. */
function importedAtStart(context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([ENTRY])
  // A set that grows while it is gone through: what is added is visited as well.
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/** The name of the first page's file for modules it can't do without; null for others. */
function firstPage(id: string, context: Rolldown.ChunkingContext): string | null {
  atStart ??= importedAtStart(context)
  return atStart.has(id) && id !== ENTRY ? 'first' : null
}

/**
 * What is needed together is one file: fewer waits, and a large file compresses better than many small ones. The first
 * group that fits has a module. Which bytes a reader loads is counted by `test/browser/feel/bytes.test.ts`.
 */
const GROUPS = [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\/|vite\/preload-helper/,
  },
  // What the first page runs anyway belongs to no screen.
  { name: firstPage, debugName: 'first', test: /web\/src\// },
  // Menus and dialogs, fetched when the page is idle.
  {
    name: 'overlays',
    test: /node_modules\/(@base-ui|@floating-ui|reselect|tabbable)\/|components\/overlay\/(dialog|menu|popover)-popup/,
  },
  // Drawn in one dialog.
  { name: 'qr-code', test: /lean-qr\/|account\/two-factor\/qr-code/ },
  // Of several screens. The picker of members is shared as well, but the list doesn't have it.
  { name: 'shared', test: /web\/src\/(?!entities\/member\/member-)/, minShareCount: 3 },
  { name: 'bulk', test: /web\/src\/screens\/issues\/bulk\// },
  // Fetched when the menu of views is first opened.
  { name: 'views', test: /web\/src\/screens\/issues\/views\// },
  // Fetched when it is first opened.
  { name: 'start-here', test: /web\/src\/screens\/issues\/start-here\// },
  // The dialogs behind Ctrl K and ?, fetched when one is first opened.
  { name: 'keys', test: /web\/src\/layout\/(jump\/|shortcut-)/ },
  // Small parts that follow the first page while nobody waits for them.
  { name: 'later', test: /web\/src\/(live|triage|layout(?!\/settings)|screens\/issues)\// },
  { name: 'issue', test: /web\/src\/screens\/issue\// },
  { name: 'sign-in', test: /web\/src\/screens\/(login|setup|links|sign-in)\// },
  { name: 'settings', test: /web\/src\/screens\/(settings|account|rules|webhooks|project-setup)\// },
]

/** Everything is served from the origin itself under a strict Content-Security-Policy: nothing is inlined. */
export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss()],
  define: { ERRATA_VERSION: JSON.stringify(version) },
  resolve: {
    alias: {
      '#contract': here('../src/contract'),
      '#domain': here('../src/domain'),
      // What old versions of React lack; ours has it.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js',
      'use-sync-external-store/shim': 'react',
    },
  },
  build: {
    outDir: here('dist'),
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/readyz': 'http://127.0.0.1:8000' } },
})
