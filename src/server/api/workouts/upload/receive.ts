import { rm } from 'node:fs/promises'
import { getSchemaValidator } from 'elysia'
import { invalidPayload } from '@/lib/errors'
import { uncompressedName } from '@/lib/files/gzip-name'
import type { Caller } from '@/policy/caller'
import { findIgnoredKeys } from '@/server/http/ignored-keys'
import { listKeyProblems } from '@/server/http/responses/key-problems'
import { type Form, removeFiles } from '@/server/http/uploads/multipart'
import { receiveFile, tooLarge } from '@/server/http/uploads/receive-file'
import { receiveFileUpload } from '@/server/http/uploads/receive-upload'
import { readUpload } from '@/server/http/uploads/upload-body'
import type { AppContext } from '@/services/context'
import { PLAIN, type Upload } from '@/services/workers/upload'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { isArchive, UPLOADED } from '@/use-cases/imports/receive/archive'
import { detectUpload, unpackGzip } from '@/use-cases/imports/receive/detect-upload'
import {
  DUPLICATE_POLICIES,
  type DuplicatePolicy,
  type UploadData,
} from '@/use-cases/imports/receive/upload-data'
import { uploadData } from './schema'

const validator = getSchemaValidator(uploadData)

/** An upload and its options. Call `remove` after use. */
export interface ReceivedUpload {
  upload: Upload
  data: UploadData
  /** Keys of the data that have no meaning. */
  ignoredKeys: string[]
  remove: () => Promise<void>
}

/**
 * Receives an upload to disk.
 *
 * @throws 413 and 400 in the order of the contract: too large, no file, its extension, its size, its data.
 */
export async function receiveUpload(
  ctx: AppContext,
  request: Request,
  caller: Caller,
): Promise<ReceivedUpload> {
  const limits = await getAppConfig(ctx.db)
  const { form, file } = await receiveFile(request, {
    subject: 'workout',
    extensions: UPLOADED,
    // FitTrackee rejects them, and clients of a server that measures like it expect this.
    allowsGzip: ctx.config.measurements === 'device',
    maxBytes: limits.max_zip_file_size,
    maxBytesFor: (extension) =>
      limits[extension === 'zip' ? 'max_zip_file_size' : 'max_single_file_size'],
    incoming: ctx.files.incoming,
    read: (one) => readUpload(ctx, one, caller),
  })
  try {
    const { data, ignoredKeys } = requireData(form)
    const received: Upload = { name: file.name, path: file.path, form: PLAIN }
    const upload =
      uncompressedName(file.name) === file.name
        ? received
        : await unpackGzip(ctx, received, limits.max_single_file_size)
    const remove = () => removeBoth(upload.path, () => removeFiles(form))
    return { upload, data, ignoredKeys, remove }
  } catch (error) {
    await removeFiles(form)
    throw error
  }
}

/**
 * Receives a file to disk and detects its format from its content. Options are in the query or in the form.
 *
 * @throws 413 and 400 in the order of `receiveUpload`.
 */
export async function receiveInbox(
  ctx: AppContext,
  request: Request,
  caller: Caller,
): Promise<ReceivedUpload> {
  const limits = await getAppConfig(ctx.db)
  const query = new URL(request.url).searchParams
  const { name, path, size, fields, remove } = await receiveFileUpload(request, {
    subject: 'workout',
    maxBytes: limits.max_zip_file_size,
    incoming: ctx.files.incoming,
    read: (one) => readUpload(ctx, one, caller),
  })
  let upload: Upload = { name: query.get('name') || name, path, form: PLAIN }
  try {
    upload = await detectUpload(ctx, upload, limits.max_single_file_size)
    const maxBytes = limits[isArchive(upload.name) ? 'max_zip_file_size' : 'max_single_file_size']
    if (size > maxBytes) throw tooLarge({ subject: 'workout' }, { size, max: maxBytes })
    const { data, ignoredKeys } = dataOf(new Map([...query, ...fields]))
    return { upload, data, ignoredKeys, remove: () => removeBoth(upload.path, remove) }
  } catch (error) {
    await removeBoth(upload.path, remove)
    throw error
  }
}

async function removeBoth(path: string, remove: () => Promise<void>): Promise<void> {
  await rm(path, { force: true })
  await remove()
}

/** The options of an upload by a program. By default duplicates are skipped. */
function dataOf(fields: ReadonlyMap<string, string>): CheckedData {
  const written = fields.get('data')
  const [sport, title] = [fields.get('sport_id'), fields.get('title')]
  const { data, ignoredKeys } = written ? checkedData(written) : NO_DATA
  return {
    data: {
      duplicates: 'skip',
      ...data,
      ...(sport && { sport_id: sport }),
      ...(title && { title }),
      ...readOptionFields({ fields }),
    },
    ignoredKeys,
  }
}

function requireData(form: Form): CheckedData {
  const { data, ignoredKeys } = checkedData(form.fields.get('data') ?? '')
  return { data: { ...data, ...readOptionFields(form) }, ignoredKeys }
}

interface CheckedData {
  data: UploadData
  ignoredKeys: string[]
}
const NO_DATA: CheckedData = { data: {}, ignoredKeys: [] }

function checkedData(text: string): CheckedData {
  const data = parseLooseJson(text)
  if (!validator.Check(data)) throw invalidPayload(...listKeyProblems(validator.Errors(data)))
  return { data: data as UploadData, ignoredKeys: findIgnoredKeys(data as object) }
}

/** Options that may also be form fields, for programs that send the same `data` with every file. */
function readOptionFields({
  fields,
}: {
  fields: ReadonlyMap<string, string>
}): Partial<UploadData> {
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
  if (!policy) throw invalidPayload('duplicates')
  return policy
}

function requireSportNumber(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw invalidPayload('default_sport_id')
  return id
}

function requireSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0)) throw invalidPayload('duration')
  return seconds
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Parses JSON whose strings may contain raw line breaks and tabs, as a widespread client sends it. Returns undefined
 * for malformed JSON.
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
