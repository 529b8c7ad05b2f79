import { getSchemaValidator } from 'elysia'
import type { AppContext } from '@/context'
import { DUPLICATE_POLICIES, type DuplicatePolicy, type UploadData } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import { invalidPayload } from '@/errors'
import { type Form, removeFiles, type UploadedFile } from '@/http/multipart'
import { receiveFile } from '@/http/receive-file'
import { UPLOADED } from '@/use-cases/imports/archive'
import { uploadData } from './schema'

const validator = getSchemaValidator(uploadData)

/** An upload that is worth looking into: its form (to be removed afterwards), its file, what it asks for. */
export interface Upload {
  form: Form
  file: UploadedFile
  data: UploadData
}

/**
 * Receives an upload to disk.
 *
 * @throws 413 and 400 in the order of the contract: too large, no file, its extension, its size, its data.
 */
export async function receiveUpload(ctx: AppContext, request: Request): Promise<Upload> {
  const limits = await getAppConfig(ctx.db)
  const { form, file } = await receiveFile(request, {
    subject: 'workout',
    extensions: UPLOADED,
    mostBytes: limits.max_zip_file_size,
    mostOf: (extension) =>
      limits[extension === 'zip' ? 'max_zip_file_size' : 'max_single_file_size'],
    incoming: ctx.files.incoming,
  })
  try {
    return { form, file, data: requireData(form) }
  } catch (error) {
    await removeFiles(form)
    throw error
  }
}

function requireData(form: Form): UploadData {
  const data = parseLooseJson(form.fields.get('data') ?? '')
  if (!validator.Check(data)) throw invalidPayload()
  return { ...(data as UploadData), ...fieldsBeside(form) }
}

/** What may stand in fields of its own as well, for programs that send the same data with every file. */
function fieldsBeside({ fields }: Form): Partial<UploadData> {
  const partial = fields.get('accept_partial')
  const date = fields.get('workout_date')
  const duration = fields.get('duration')
  const duplicates = fields.get('duplicates')
  const defaultSport = fields.get('default_sport_id')
  return {
    ...(duplicates && { duplicates: requirePolicy(duplicates) }),
    ...(defaultSport && { default_sport_id: requireSportNumber(defaultSport) }),
    ...(partial !== undefined && { accept_partial: /^(true|1|on|yes)$/i.test(partial) }),
    ...(date && { workout_date: date }),
    ...(duration && { duration: requireSeconds(duration) }),
  }
}

function requirePolicy(text: string): DuplicatePolicy {
  const policy = DUPLICATE_POLICIES.find((one) => one === text)
  if (!policy) throw invalidPayload()
  return policy
}

function requireSportNumber(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw invalidPayload()
  return id
}

function requireSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0)) throw invalidPayload()
  return seconds
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Parses JSON in which strings may hold raw line breaks and tabs, as a widespread client writes it; undefined for
 * text that is no JSON even so.
 */
export function parseLooseJson(text: string): unknown {
  try {
    return JSON.parse(escapeControls(text))
  } catch {
    return undefined
  }
}

const escapeControls = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"/gs, (literal) => [...literal].map(escapeOne).join(''))

function escapeOne(character: string): string {
  if (character >= ' ') return character
  return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
