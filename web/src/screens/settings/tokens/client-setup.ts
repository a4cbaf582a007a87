/** A ready-made piece of configuration, and where it goes. */
export interface ClientSetup {
  name: string
  hint: string
  code: string
}

const placeholder = (variable: string) => `\${${variable}}`

/**
 * How programs are given a token, each ready to paste. Only the first one holds the secret: the others read it from the
 * environment, so that they can be shared and committed.
 */
export function clientSetups(origin: string, secret: string): ClientSetup[] {
  const url = `${origin}/mcp`
  const server = (variable: string) =>
    JSON.stringify(
      { mcpServers: { errata: { type: 'http', url, headers: { Authorization: `Bearer ${variable}` } } } },
      null,
      2,
    )
  const stdio = { mcpServers: { errata: { command: 'errata', args: ['mcp'] } } }
  return [
    {
      name: 'Environment',
      hint: 'Run this where your agent starts, or put it into its secret store. The other tabs use these variables.',
      code: `export ERRATA_URL=${origin}\nexport ERRATA_TOKEN=${secret}`,
    },
    {
      name: '.mcp.json',
      hint: `For MCP clients that expand ${placeholder('VARIABLES')} from the environment.`,
      code: server(placeholder('ERRATA_TOKEN')),
    },
    {
      name: 'mcp.json (editors)',
      hint: `For MCP clients in editors, which expand ${placeholder('env:VARIABLES')}.`,
      code: server(placeholder('env:ERRATA_TOKEN')),
    },
    {
      name: 'config.toml',
      hint: 'For MCP clients with TOML configuration.',
      code: `[mcp_servers.errata]\nurl = "${url}"\nbearer_token_env_var = "ERRATA_TOKEN"`,
    },
    {
      name: 'stdio',
      hint: 'For MCP clients that can only start a command. Install `errata` first (see the README).',
      code: JSON.stringify(stdio, null, 2),
    },
    {
      name: 'Command line',
      hint: 'Pipes the context of an issue to any program. Install `errata` first (see the README).',
      code: 'errata queue --unclaimed\nerrata issue context ISSUE | your-agent',
    },
    {
      name: 'curl',
      hint: 'Shows who the token acts for and how much of its limits is left.',
      code: `curl -H "Authorization: Bearer $ERRATA_TOKEN" \\\n  ${origin}/api/v1/agent/whoami`,
    },
  ]
}
