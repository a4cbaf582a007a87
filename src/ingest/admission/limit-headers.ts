/** SDKs keep sending after a bare refusal, but stop for the time in this header: whole seconds, four fields.
 * @param categories what is not to be sent, with `;` between */
export function limitHeaders(seconds: number, categories: string, reason: string): Record<string, string> {
  const limits = `${Math.max(1, Math.ceil(seconds))}:${categories}:${reason}`
  return { 'X-Sentry-Rate-Limits': limits, 'X-Compat-Rate-Limits': limits }
}
