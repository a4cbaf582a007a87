import type { JsonObject } from '#domain/json/json.ts'

/** An event like those of an SDK, with what it says under every name that clients fill. */
export function payloadOf(text: string): JsonObject {
  const frame = (in_app: boolean, name: string) => ({
    filename: `src/${name}.ts ${text}`,
    function: `${name} ${text}`,
    module: text,
    lineno: 88,
    colno: 7,
    in_app,
    pre_context: [`before one ${text}`, 'before two'],
    context_line: `  throw new Error('here') ${text}`,
    post_context: ['after one', `after two ${text}`],
    vars: { [`order ${text}`]: { id: text } },
  })
  return {
    platform: text,
    transaction: text,
    exception: {
      values: [
        { type: `CauseError ${text}`, value: text, mechanism: { type: text, handled: false } },
        {
          type: text,
          value: text,
          stacktrace: { frames: [frame(false, 'vendor'), frame(true, 'pay'), frame(false, 'library')] },
        },
      ],
    },
    breadcrumbs: [{ category: text, level: text, message: text, type: text, data: { [text]: text } }],
    request: { method: text, url: text, headers: { [text]: text }, data: text, query_string: text },
    user: { id: text, username: text, email: text },
    tags: { [text.slice(0, 100)]: text },
    contexts: { [text.slice(0, 100)]: { name: text }, browser: { name: text } },
    extra: { [text.slice(0, 100)]: [text] },
  }
}
