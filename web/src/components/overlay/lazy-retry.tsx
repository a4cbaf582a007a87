import { type ComponentType, createElement, type FunctionComponent, lazy } from 'react'

const FORGET_MS = 500

/**
 * A component whose code arrives when it is first shown. Unlike with `lazy` alone, code that could not be loaded is
 * asked for again the next time.
 */
export function lazyRetry<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const create = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        // Not at once: React tries to draw a failed component again before it gives the error to a boundary.
        setTimeout(() => {
          current = create()
        }, FORGET_MS)
        throw error
      }
    }) as ComponentType<P>
  let current = create()
  return function Retried(props: P) {
    return createElement(current, props)
  }
}
