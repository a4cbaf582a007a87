import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { TokenPrincipal } from '#actions/accounts/principal.ts'
import { type NamedProject, requireNamedProject } from '#actions/projects/named-project.ts'
import type { BundleIntake } from '#ingest/release-file/bundle-intake.ts'
import { MAX_FILE_CHUNKS } from '#ingest/release-file/chunk-store.ts'
import type { ReleaseFileStore, Uploader } from '#ingest/release-file/release-files.ts'
import type { ApiServices } from '../api-services.ts'

export interface ToolServices {
  api: ApiServices
  releaseFiles: ReleaseFileStore
  bundles: BundleIntake
}

export interface ToolCall {
  services: ToolServices
  request: FastifyRequest
  reply: FastifyReply
  principal: TokenPrincipal
  /** Parameters of the path: `org` is what the user calls the organization, whatever that is. */
  params: { org?: string; project?: string; version?: string }
}

export const sha1 = z.string().regex(/^[0-9a-f]{40}$/)
export const chunkList = z.array(sha1).min(1).max(MAX_FILE_CHUNKS)

/** A form as it was sent. */
export function bodyOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** The project that is meant, by its slug, id or number. @throws not_found */
export function requireNamed({ services, principal }: ToolCall, name = ''): Promise<NamedProject> {
  return requireNamedProject(services.api, principal, name)
}

export function uploaderKey(
  { principal }: Pick<ToolCall, 'principal'>,
  { id, uid }: NamedProject,
): Uploader['key'] {
  return { orgId: principal.orgId, orgUid: principal.orgUid, projectId: id, projectUid: uid }
}
