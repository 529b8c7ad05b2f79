import { rm } from 'node:fs/promises'
import { requireEncoding } from '@/server/http/body'
import { DeferredFile } from './deferred-file'
import { BodyTooLarge, readForm, removeFiles } from './multipart'
import { disposition } from './multipart-headers'
import { type FileRules, noFilePart, throwFormError, tooLarge } from './receive-file'
import type { BodyChunks } from './upload-body'

/** A file sent by a program, as the body itself or in a form. */
export interface SingleFile {
  /** The file name from the program, possibly ''. */
  name: string
  path: string
  size: number
  /** Text fields of the form. */
  fields: ReadonlyMap<string, string>
  /** Deletes the temporary files, if they still exist. */
  remove: () => Promise<void>
}

/** The size limit of an upload, and the place of its temporary file. */
export type UploadRules = Pick<FileRules, 'subject' | 'maxBytes' | 'incoming' | 'read'>

/** Description of a 408 response in the API document. */
export const TOO_SLOW = 'The file arrived too slowly: less than 4 KiB in a minute.'

const FORM = /^multipart\/form-data\b/i

/**
 * Receives a file to disk: the body, or the field `file` of a form, or the first file in it.
 *
 * @throws 413 when it is too large, 400 when there is no file. Temporary files are deleted on error.
 */
export async function receiveFileUpload(request: Request, rules: UploadRules): Promise<SingleFile> {
  const size = Number(request.headers.get('content-length')) || undefined
  const maxBytes = rules.maxBytes
  if (size && size > maxBytes) throw tooLarge(rules, { size, max: maxBytes })
  const isForm = FORM.test(request.headers.get('content-type') ?? '')
  return await (isForm ? fromForm : fromBody)(request, rules).catch((error) => {
    throw error instanceof BodyTooLarge ? tooLarge(rules, { size, max: maxBytes }) : error
  })
}

async function fromForm(request: Request, rules: UploadRules): Promise<SingleFile> {
  const form = await readForm(request, { ...rules, bytes: rules.maxBytes }).catch(throwFormError)
  const file = form.files.get('file') ?? form.files.values().next().value
  if (file && file.size > 0)
    return { ...file, fields: form.fields, remove: () => removeFiles(form) }
  await removeFiles(form)
  throw noFilePart()
}

async function fromBody(request: Request, rules: UploadRules): Promise<SingleFile> {
  // A compressed recording is recognised by its content.
  requireEncoding(request, 'gzip')
  const { path, size } = await spool(rules.read(request), rules.incoming, rules.maxBytes)
  const remove = () => rm(path, { force: true })
  if (size > 0) return { name: nameIn(request), path, size, fields: new Map(), remove }
  await remove()
  throw noFilePart()
}

/**
 * Writes a body to a file at `pathOf()`.
 *
 * @throws BodyTooLarge as soon as there are more bytes than `max`, or any error of reading. The file is then deleted.
 */
export async function spool(
  body: BodyChunks,
  pathOf: () => string,
  max: number,
): Promise<{ path: string; size: number }> {
  const file = new DeferredFile(pathOf)
  try {
    let size = 0
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > max) throw new BodyTooLarge()
      await file.write(chunk)
    }
    return { path: await file.close(), size }
  } catch (error) {
    await file.discard()
    throw error
  }
}

const nameIn = ({ headers }: Request): string => {
  const header = headers.get('content-disposition')
  return (header !== null && disposition(`content-disposition: ${header}`).fileName) || ''
}
