export interface Snippet {
  /** The command or the line that adds the SDK; absent if nothing is to be installed. */
  install?: string
  code: string
}

/** By platform, or framework, as `PLATFORMS` names it; each takes the DSN for SDKs. */
export type Snippets = Readonly<Record<string, (dsn: string) => Snippet>>
