const START = '/api/v1/auth/single-sign-on'

/** A browser's part in a sign-in by a provider: it follows redirects, one at a time, and keeps cookies. */
export class SsoBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #url: string
  readonly #headers: Record<string, string>

  /** @param url origin of the service; redirects to its base URL go there too */
  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url
    this.#headers = headers
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...this.#headers, cookie, ...(init.headers as Record<string, string>) }
    const response = await fetch(this.#url + path, { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s)
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  async json<T>(path: string): Promise<T> {
    return (await (await this.request(path)).json()) as T
  }

  /** @returns the address at the provider. */
  async begin(query = ''): Promise<string> {
    const response = await this.request(START + query)
    return response.headers.get('location') ?? ''
  }

  /** @returns the address by which the provider sends back, as a path of the service. */
  async atProvider(url: string): Promise<string> {
    const response = await fetch(url, { redirect: 'manual' })
    const { pathname, search } = new URL(response.headers.get('location')!)
    return pathname + search
  }

  /** The whole way. @returns where the browser ends: a path of the dashboard. */
  async signIn(query = ''): Promise<string> {
    const back = await this.atProvider(await this.begin(query))
    return (await this.request(back)).headers.get('location') ?? ''
  }

  async sendCode(code: string): Promise<{ status: number; body: Record<string, unknown> }> {
    const headers = { 'content-type': 'application/json' }
    const response = await this.request(`${START}/code`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  /** The email address of who is signed in; null for nobody. */
  async who(): Promise<string | null> {
    const { user } = await this.json<{ user?: { email: string } }>('/api/v1/auth/me')
    return user?.email ?? null
  }
}
