import { resolveSchema } from '../description/describe-schema.ts'
import type { JsonSchemas, Operation, OperationResponse, Parameter } from '../description/open-api.ts'
import { type AddressedOperation, curlExample } from './curl-example.ts'
import { schemaFields, schemaNotes, schemaType } from './docs-schema.ts'
import { type Html, html, inlineMarkdown } from './html.ts'

/** Headers that the introduction speaks of. */
const OF_EVERY_ANSWER = /^(?:X-Request-Id|RateLimit-)/

/** One operation of the page: folded away, but for its method, path and summary. */
export function docsOperation(addressed: AddressedOperation, schemas: JsonSchemas): Html {
  const { method, path, operation } = addressed
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const find = `${method} ${path} ${summary} ${description ?? ''}`.toLowerCase()
  return html`<details class="operation" id="${operationId}" data-find="${find}">
  <summary><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${brokenPath(path)}</code>
    <span class="summary">${summary}</span></summary>
  <div class="body">
    <p class="access">${accessOf(addressed)}</p>
    ${parameters.length === 0 ? null : parameterTable(parameters)}
    ${requestBody === undefined ? null : bodySection(requestBody, schemas)}
    <h4>Responses</h4>
    ${Object.entries(responses).map(([status, response]) => answerSection(status, response))}
    <h4>Example</h4>
    ${codeBlock(curlExample(addressed, schemas))}
  </div>
</details>
`
}

/** Text to copy as it is; the button works once the page's script has. */
export function codeBlock(code: string): Html {
  return html`<div class="code"><button type="button" class="copy" hidden>Copy</button><pre tabindex="0">${code}</pre></div>`
}

function accessOf({ operation: { description, security } }: AddressedOperation): string {
  if (description !== undefined) return description
  return security.length === 0 ? 'Open to everyone.' : 'Credential: a DSN key.'
}

function brokenPath(path: string): Html {
  const parts = path.split(/(?=\/)/).map((part) => html`${part}<wbr>`)
  return html`${parts}`
}

function parameterTable(parameters: readonly Parameter[]): Html {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const optional = required ? null : html` <small>optional</small>`
    return html`<tr><td><code>${name}</code>${optional}</td><td>${place}</td><td>${schemaType(schema)}</td>
      <td>${schemaNotes(schema, description)}</td></tr>`
  })
  return html`<h4>Parameters</h4>
    <div class="wide" tabindex="0"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead>
    <tbody>${rows}</tbody></table></div>`
}

function bodySection(
  { required, content }: NonNullable<Operation['requestBody']>,
  schemas: JsonSchemas,
): Html {
  const parts = Object.entries(content).map(
    ([type, { schema, example }]) => html`<p><code>${type}</code>: ${schemaType(schema)}</p>
    ${wide(schemaFields(resolveSchema(schema, schemas)))}${example === undefined ? null : codeBlock(JSON.stringify(example, null, 2))}`,
  )
  return html`<h4>Body${required ? '' : ' (optional)'}</h4>${parts}`
}

function answerSection(status: string, { description, content, headers }: OperationResponse): Html {
  const names = Object.keys(headers).filter((name) => !OF_EVERY_ANSWER.test(name))
  const parts = Object.entries(content ?? {}).map(([type, { schema, example }]) =>
    status >= '400'
      ? html``
      : html`<p><code>${type}</code>: ${schemaType(schema)}</p>${wide(schemaFields(schema))}
        ${example === undefined ? null : html`<details class="example"><summary>Example</summary>${codeBlock(JSON.stringify(example, null, 2))}</details>`}`,
  )
  return html`<div class="answer"><span class="status s${status[0]!}">${status}</span><div>
    ${inlineMarkdown(description)}${parts}
    ${names.length === 0 ? null : html`<p class="headers">Headers: ${names.join(', ')}</p>`}</div></div>`
}

function wide(table: Html | null): Html | null {
  return table && html`<div class="wide" tabindex="0">${table}</div>`
}
