/** Of metadata, keys or tokens; the largest providers send a few tens of kB. */
const MAX_ANSWER_BYTES = 1024 * 1024

interface Asked {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/** `fetch` for answers that are read whole: an endless one would fill the memory until the time is up. */
export async function boundedFetch(url: string, asked: Asked): Promise<Response> {
  const answer = await fetch(url, asked as RequestInit)
  if (answer.body === null) return answer
  const parts: Uint8Array[] = []
  let left = MAX_ANSWER_BYTES
  for await (const part of answer.body) {
    left -= part.byteLength
    if (left < 0) throw new Error(`the response of ${new URL(url).host} is larger than 1 MiB`)
    parts.push(part)
  }
  const { status, statusText, headers } = answer
  return new Response(Buffer.concat(parts), { status, statusText, headers })
}
