import type { AppContext } from '@/context'
import { getAppConfig } from '@/db/queries/app-config'
import { badRequest } from '@/errors'
import { removeFiles } from '@/http/multipart'
import { receiveFile } from '@/http/receive-file'
import { type PictureFormat, TooManyPixels } from '@/storage/pictures'

const FORMATS: Record<string, PictureFormat> = {
  gif: 'gif',
  jpeg: 'jpeg',
  jpg: 'jpeg',
  png: 'png',
}

/**
 * Receives a picture, and makes of it the JPEG to keep.
 *
 * @throws 413 and 400 in the order of the contract: too large, no file, its extension, its size, its pixels and
 * content.
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
    const format = FORMATS[extension]
    const picture = format && (await ctx.pictures.encode(file.path, format))
    if (!picture) throw badRequest('invalid file')
    return picture
  } catch (error) {
    if (error instanceof TooManyPixels) throw badRequest('picture exceeds 25 megapixels')
    throw error
  } finally {
    await removeFiles(form)
  }
}
