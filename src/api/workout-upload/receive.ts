import { getSchemaValidator } from 'elysia'
import type { AppContext } from '@/context'
import { type AppConfigRow, getAppConfig } from '@/db/queries/app-config'
import { badRequestAs, invalidPayload, payloadTooLarge } from '@/errors'
import {
  BodyTooLarge,
  BrokenForm,
  type Form,
  readForm,
  removeFiles,
  type UploadedFile,
} from '@/http/multipart'
import { formatFileSize } from '@/lib/file-size'
import { parseLooseJson } from '@/lib/loose-json'
import { extensionOf } from '@/storage/upload-names'
import { type UploadData, uploadData } from './schema'

const EXTENSIONS = ['gpx', 'fit', 'kml', 'kmz', 'tcx', 'zip']
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
  const length = Number(request.headers.get('content-length')) || undefined
  const form = await receiveForm(ctx, request, { limits, length })
  try {
    const file = requireFile(form, { limits, length })
    return { form, file, data: requireData(form) }
  } catch (error) {
    await removeFiles(form)
    throw error
  }
}

interface Bounds {
  limits: AppConfigRow
  /** Bytes of the body as the client announced them. */
  length: number | undefined
}

async function receiveForm(
  ctx: AppContext,
  request: Request,
  { limits, length }: Bounds,
): Promise<Form> {
  const bytes = limits.max_zip_file_size
  if (length && length > bytes) throw tooLarge(length, bytes)
  try {
    return await readForm(request, { bytes, incoming: ctx.files.incoming })
  } catch (error) {
    if (error instanceof BodyTooLarge) throw tooLarge(length, bytes)
    if (error instanceof BrokenForm) throw noFilePart()
    throw error
  }
}

const noFilePart = () => badRequestAs('fail', 'no file part')

function requireFile(form: Form, { limits, length }: Bounds): UploadedFile {
  const file = form.files.get('file')
  if (!file) throw noFilePart()
  if (file.name === '') throw badRequestAs('fail', 'no selected file')
  const extension = extensionOf(file.name)
  if (!EXTENSIONS.includes(extension)) throw badRequestAs('fail', 'file extension not allowed')
  const size = length ?? file.size
  if (extension !== 'zip' && size > limits.max_single_file_size)
    throw tooLarge(size, limits.max_single_file_size)
  return file
}

function requireData(form: Form): UploadData {
  const data = parseLooseJson(form.fields.get('data') ?? '')
  if (!validator.Check(data)) throw invalidPayload()
  return data as UploadData
}

function tooLarge(size: number | undefined, most: number) {
  const shown = size === undefined ? '' : `(${formatFileSize(size)}) `
  return payloadTooLarge(
    `Error during workout upload, file size ${shown}exceeds ${formatFileSize(most)}.`,
  )
}
