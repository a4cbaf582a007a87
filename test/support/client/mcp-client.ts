import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface ToolResult {
  isError: boolean
  text: string
  fields: never
}

/** The official client, connected with a token. `call` gives a tool's answer, whether it went well or not. */
export async function mcpClient(
  { url, secret }: { url: string; secret: string },
  mode: object = { mode: 'auto' },
): Promise<{ client: Client; call: (name: string, args?: object) => Promise<ToolResult> }> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: mode } as object)
  await client.connect(transport)
  const call = async (name: string, args: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...args } })
    const [content] = result.content as { text: string }[]
    return {
      isError: result.isError ?? false,
      text: content!.text,
      fields: result.structuredContent as never,
    }
  }
  return { client, call }
}
