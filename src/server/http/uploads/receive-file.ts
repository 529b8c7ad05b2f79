import { badRequestAs, extensionNotAllowed, payloadTooLarge } from '@/lib/errors'
import { formatFileSize } from '@/lib/files/file-size'
import { uncompressedName } from '@/lib/files/gzip-name'
import { extensionOf } from '@/store/files/upload-names'
import {
  BodyTooLarge,
  BrokenForm,
  type Form,
  readForm,
  removeFiles,
  type UploadedFile,
} from './multipart'
import type { BodyChunks } from './upload-body'

/** Which files a route accepts, and their size limits. */
export interface FileRules {
  /** The kind of upload, for the message about a file that is too large. */
  subject: 'workout' | 'course' | 'picture'
  extensions: readonly string[]
  /** Whether the files may be compressed, with `.gz` after their extension. */
  allowsGzip?: boolean
  /** Maximum bytes of the request. */
  maxBytes: number
  /** Returns the maximum bytes of a file with this extension. */
  maxBytesFor: (extension: string) => number
  /** Returns the path for a temporary file. */
  incoming: () => string
  /** Reads the body. */
  read: (request: Request) => BodyChunks
}

/** A form with a valid file. The receiver must delete its files after use. */
export interface FormFile {
  form: Form
  file: UploadedFile
  extension: string
}

export const noFilePart = () => badRequestAs('fail', 'no file part')

/** @throws 400 for a malformed form; any other error unchanged. */
export function throwFormError(error: unknown): never {
  throw error instanceof BrokenForm ? noFilePart() : error
}

/**
 * Receives a form with one file, in the field `file`, to disk.
 *
 * @throws 413 and 400 in the order of the contract: request too large, no file, its extension, its size. Temporary
 * files are deleted on error.
 */
export async function receiveFile(request: Request, rules: FileRules): Promise<FormFile> {
  const announced = Number(request.headers.get('content-length')) || undefined
  if (announced && announced > rules.maxBytes)
    throw tooLarge(rules, { size: announced, max: rules.maxBytes })
  const form = await readForm(request, { ...rules, bytes: rules.maxBytes }).catch((error) => {
    if (error instanceof BodyTooLarge)
      throw tooLarge(rules, { size: announced, max: rules.maxBytes })
    return throwFormError(error)
  })
  try {
    return { form, ...requireFile(form, rules, announced) }
  } catch (error) {
    await removeFiles(form)
    throw error
  }
}

function requireFile(form: Form, rules: FileRules, announced: number | undefined) {
  const file = form.files.get('file')
  if (!file) throw noFilePart()
  if (file.name === '') throw badRequestAs('fail', 'no selected file')
  const extension = extensionOf(rules.allowsGzip ? uncompressedName(file.name) : file.name)
  if (!rules.extensions.includes(extension)) throw extensionNotAllowed()
  const size = announced ?? file.size
  const max = rules.maxBytesFor(extension)
  if (size > max) throw tooLarge(rules, { size, max })
  return { file, extension }
}

/** A 413 for a file, or a request, that is larger than allowed. `size` is undefined when the client announced none. */
export function tooLarge(
  { subject }: Pick<FileRules, 'subject'>,
  { size, max }: { size: number | undefined; max: number },
) {
  const shown = size === undefined ? '' : `(${formatFileSize(size)}) `
  return payloadTooLarge(
    `Error during ${subject} upload, file size ${shown}exceeds ${formatFileSize(max)}.`,
  )
}
