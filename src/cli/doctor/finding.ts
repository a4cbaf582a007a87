export interface Finding {
  check: string
  status: 'ok' | 'warn' | 'fail'
  message: string
  /** What to do; null if all is well. */
  todo: string | null
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message, todo: null }
}

export function warn(check: string, message: string, todo: string): Finding {
  return { check, status: 'warn', message, todo }
}

export function fail(check: string, message: string, todo: string): Finding {
  return { check, status: 'fail', message, todo }
}
