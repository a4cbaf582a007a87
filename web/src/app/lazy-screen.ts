import { lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { ApiError } from '../api/client.ts'

/**
 * A screen whose code is loaded when it is first opened. The router would answer a failed load by loading the whole
 * page again, and a page without a connection is gone then; `reloadOnNewVersion` does that where it helps.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, FunctionComponent>>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        const message = "Couldn't load this screen. Check your connection, then try again."
        throw Object.assign(new ApiError(0, { message }), { cause })
      }),
    name,
  )
}
