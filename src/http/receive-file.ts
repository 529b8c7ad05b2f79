import { badRequestAs, extensionNotAllowed, payloadTooLarge } from '@/errors'
import { formatFileSize } from '@/lib/file-size'
import { extensionOf } from '@/storage/upload-names'
import {
  BodyTooLarge,
  BrokenForm,
  type Form,
  readForm,
  removeFiles,
  type UploadedFile,
} from './multipart'

/** Which file a route takes, and how large it may be. */
export interface FileRules {
  /** What is uploaded, as the message about a file that is too large says. */
  subject: 'workout' | 'picture'
  extensions: readonly string[]
  /** Most bytes of the request. */
  mostBytes: number
  /** Most bytes of a file with this extension. */
  mostOf: (extension: string) => number
  /** Where the file goes while it arrives. */
  incoming: () => string
}

/** A form with an acceptable file; whoever has it removes its files in the end. */
export interface ReceivedFile {
  form: Form
  file: UploadedFile
  extension: string
}

export const noFilePart = () => badRequestAs('fail', 'no file part')

/** @throws 400 for a form that is none, else what was caught. */
export function refusalOfForm(error: unknown): never {
  throw error instanceof BrokenForm ? noFilePart() : error
}

/**
 * Receives a form with one file, in the field `file`, to disk.
 *
 * @throws 413 and 400 in the order of the contract: request too large, no file, its extension, its size; nothing is
 * left on disk then.
 */
export async function receiveFile(request: Request, rules: FileRules): Promise<ReceivedFile> {
  const announced = Number(request.headers.get('content-length')) || undefined
  if (announced && announced > rules.mostBytes)
    throw tooLarge(rules, { size: announced, most: rules.mostBytes })
  const form = await readForm(request, { bytes: rules.mostBytes, incoming: rules.incoming }).catch(
    (error) => {
      if (error instanceof BodyTooLarge)
        throw tooLarge(rules, { size: announced, most: rules.mostBytes })
      return refusalOfForm(error)
    },
  )
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
  const extension = extensionOf(file.name)
  if (!rules.extensions.includes(extension)) throw extensionNotAllowed()
  const size = announced ?? file.size
  const most = rules.mostOf(extension)
  if (size > most) throw tooLarge(rules, { size, most })
  return { file, extension }
}

/** 413 for a file, or a request, that is larger than allowed; `size` is unknown when the client announced none. */
export function tooLarge(
  { subject }: Pick<FileRules, 'subject'>,
  { size, most }: { size: number | undefined; most: number },
) {
  const shown = size === undefined ? '' : `(${formatFileSize(size)}) `
  return payloadTooLarge(
    `Error during ${subject} upload, file size ${shown}exceeds ${formatFileSize(most)}.`,
  )
}
