import type { Logger } from 'pino'
import type { SymbolLookup } from '#actions/events/resolve-frames.ts'
import type { SymbolThreadData } from '#symbols/messages.ts'
import { Symbolicator } from '#symbols/symbolicator.ts'

/** For requests, which show an event without its sources if a look-up fails: then why is in the log. */
export function openSymbols(
  options: SymbolThreadData,
  log: Logger,
): SymbolLookup & Pick<Symbolicator, 'close'> {
  const symbolicator = new Symbolicator(options)
  return {
    resolve: (queries) =>
      symbolicator.resolve(queries).catch((err) => {
        log.warn({ err }, 'source maps could not be read; the event is shown with its minified frames')
        throw err
      }),
    close: () => symbolicator.close(),
  }
}
