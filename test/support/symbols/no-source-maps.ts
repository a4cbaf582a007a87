import type { SymbolLookup } from '#actions/events/resolve-frames.ts'

/** Where no project has source maps: nothing is ever looked up. */
export const NO_SOURCE_MAPS: SymbolLookup = {
  resolve: () => Promise.reject(new Error('no project of this test has source maps')),
}
