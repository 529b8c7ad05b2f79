import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { badRequest } from '@/errors'
import { removeFiles } from '@/http/multipart'
import { receiveFile } from '@/http/receive-file'
import { encodePicture, type PictureFormat, pictureFormat } from '@/storage/pictures'

const FORMATS: Record<string, PictureFormat> = {
  gif: 'gif',
  jpeg: 'jpeg',
  jpg: 'jpeg',
  png: 'png',
}

/**
 * Receives a picture, and makes of it the JPEG to keep.
 *
 * @throws 413 and 400 in the order of the contract: too large, no file, its extension, its size, its content.
 */
export async function receivePicture(ctx: AppContext, request: Request): Promise<Buffer> {
  const limits = await getAppConfig(ctx.db)
  const { form, file, extension } = await receiveFile(request, {
    subject: 'picture',
    extensions: Object.keys(FORMATS),
    mostBytes: limits.max_zip_file_size,
    mostOf: () => limits.max_single_file_size,
    incoming: ctx.files.incoming,
  })
  try {
    const bytes = await Bun.file(file.path).bytes()
    const isWhatItSays = pictureFormat(bytes) === FORMATS[extension]
    const picture = isWhatItSays ? await encodePicture(bytes) : undefined
    if (!picture) throw badRequest('invalid file')
    return picture
  } finally {
    await removeFiles(form)
  }
}
