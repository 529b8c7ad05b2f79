import { rm } from 'node:fs/promises'
import { getSchemaValidator } from 'elysia'
import type { AppContext } from '@/context'
import { DUPLICATE_POLICIES, type DuplicatePolicy, type UploadData } from '@/db/columns'
import { getAppConfig } from '@/db/queries/app-config'
import { invalidPayload } from '@/errors'
import { type Form, removeFiles, type UploadedFile } from '@/http/multipart'
import { receiveArrival } from '@/http/receive-arrival'
import { receiveFile, tooLarge } from '@/http/receive-file'
import { isArchive, UPLOADED } from '@/use-cases/imports/archive'
import { recogniseArrival } from '@/use-cases/imports/recognise-arrival'
import type { ArrivedFile } from '@/use-cases/imports/store-recording'
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

/** A file that a program has sent, whatever it calls it: `remove` is to be called afterwards. */
export interface InboxUpload {
  file: ArrivedFile
  data: UploadData
  remove: () => Promise<void>
}

/**
 * Receives a file to disk whose content decides what it is. What is asked for stands in the query or in the form.
 *
 * @throws 413 and 400 in the order of `receiveUpload`.
 */
export async function receiveInbox(ctx: AppContext, request: Request): Promise<InboxUpload> {
  const limits = await getAppConfig(ctx.db)
  const query = new URL(request.url).searchParams
  const { name, path, size, fields, remove } = await receiveArrival(request, {
    subject: 'workout',
    mostBytes: limits.max_zip_file_size,
    incoming: ctx.files.incoming,
  })
  let file: ArrivedFile = { name: query.get('name') || name, path }
  try {
    file = await recogniseArrival(ctx, file, limits.max_single_file_size)
    const most = limits[isArchive(file.name) ? 'max_zip_file_size' : 'max_single_file_size']
    if (size > most) throw tooLarge({ subject: 'workout' }, { size, most })
    const data = dataOf(new Map([...query, ...fields]))
    return { file, data, remove: () => removeBoth(file.path, remove) }
  } catch (error) {
    await removeBoth(file.path, remove)
    throw error
  }
}

async function removeBoth(path: string, remove: () => Promise<void>): Promise<void> {
  await rm(path, { force: true })
  await remove()
}

/** What a program asks for that sends a file: repeated ones are left alone unless it says otherwise. */
function dataOf(fields: ReadonlyMap<string, string>): UploadData {
  const written = fields.get('data')
  const [sport, title] = [fields.get('sport_id'), fields.get('title')]
  return {
    duplicates: 'skip',
    ...(written && checkedData(written)),
    ...(sport && { sport_id: sport }),
    ...(title && { title }),
    ...fieldsBeside({ fields }),
  }
}

const requireData = (form: Form): UploadData => ({
  ...checkedData(form.fields.get('data') ?? ''),
  ...fieldsBeside(form),
})

function checkedData(text: string): UploadData {
  const data = parseLooseJson(text)
  if (!validator.Check(data)) throw invalidPayload()
  return data as UploadData
}

/** What may stand in fields of its own as well, for programs that send the same data with every file. */
function fieldsBeside({ fields }: { fields: ReadonlyMap<string, string> }): Partial<UploadData> {
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
