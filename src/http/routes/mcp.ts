import type { ListedRoute } from './route.ts'

/** Where agents speak the Model Context Protocol, which itself tells the schemas. */
export const MCP_ROUTE = {
  credential: 'token',
  method: 'POST',
  path: '/mcp',
  access: null,
  summary: 'Model Context Protocol; each tool needs its own scope',
  maxBodyBytes: 256 * 1024,
  limit: 'a tool that changes something counts as a write, any other as a read',
} as const satisfies ListedRoute
