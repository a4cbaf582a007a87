import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Everything is served from the origin itself under a strict Content-Security-Policy: nothing is inlined. */
export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss()],
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
        // One file for what every screen needs: it compresses better than many, and changes together anyway.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-sync-external-store)\/|vite\/preload-helper|web\/src\/components\/(form\/button|icon|class-names)\./,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/readyz': 'http://127.0.0.1:8000' } },
})
