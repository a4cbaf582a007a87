/** The parts of an OpenAPI 3.1 document that ours is made of. */

export type JsonSchema = { [key: string]: unknown }
export type JsonSchemas = { [id: string]: JsonSchema }

export interface MediaType {
  schema: JsonSchema
  example?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Header {
  description: string
  required?: boolean
  schema: JsonSchema
}

export interface OperationResponse {
  description: string
  headers: Record<string, { $ref: string }>
  content?: Record<string, MediaType>
  /** The values of `error` that this status comes with on this route. */
  'x-error-codes'?: string[]
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, OperationResponse>
}

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: JsonSchemas
    headers: Record<string, Header>
    securitySchemes: Record<string, JsonSchema>
  }
}
