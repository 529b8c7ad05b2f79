import { Elysia, t } from 'elysia'
import { endpoints } from '@/server/http/endpoints'
import { file, operations, taggedBytes } from '@/server/http/operation'
import { spendQuota } from '@/server/http/rate-limits'
import { sendTagged } from '@/server/http/responses/compression'
import { EMPTY, noContent } from '@/server/http/responses/envelope'
import { TOO_SLOW } from '@/server/http/uploads/receive-upload'
import { shortId } from '@/server/responses/fields'
import { photo, presentPhoto } from '@/server/responses/photo'
import type { AppContext } from '@/services/context'
import { deletePhoto, editPhoto } from '@/use-cases/workouts/photos/change-photo'
import { getPhotoFile } from '@/use-cases/workouts/photos/get-photo-file'
import { uploadPhoto } from '@/use-cases/workouts/photos/store-photo'
import { receivePhoto } from './receive'
import { photoChanges } from './schema'

/** Each photo is decoded, which takes much longer than receiving it. */
const UPLOADS = { count: 300, windowSeconds: 600, text: '300 per 10 minute' }

const photoParams = t.Object({ photo_short_id: shortId('The photo.') })
const fileParams = t.Object({ file: t.String({ description: 'The last part of its URL.' }) })
const fileQuery = t.Object({
  key: t.Optional(t.String({ description: 'The key for the caller, from the URL of the photo.' })),
})

const NO_PHOTO = 'There is no such photo.'
const NOT_OWN_PHOTO = 'The photo is another user’s.'

const docs = operations({
  uploadPhoto: {
    summary: 'Upload a photo',
    description:
      'A JPEG, PNG, WebP, GIF or AVIF image, also HEIC if it contains AV1. It is stored as WebP images of three sizes without metadata; the time and place in its EXIF data are kept for its owner. To attach it to a workout, send its id in `media_attachment_ids` when you create or change the workout. Photos that are not attached to a workout within a day are deleted. The limit of the file is `max_image_size` of the configuration.',
    form: {
      form: t.Object(
        { file: file('The photo; its format is recognised by its content.') },
        { $id: 'UploadPhotoBody' },
      ),
      mediaTypes: ['multipart/form-data'],
    },
    responses: { 201: photo },
    errors: {
      400: 'There is no file, it is not a photo of a supported format, or it has more than 64 megapixels.',
      408: TOO_SLOW,
      413: 'The file is too large, or the storage of the account is used up.',
      429: '300 photos were sent in ten minutes.',
    },
  },
  editPhoto: {
    summary: 'Change the description of a photo',
    responses: { 200: photo },
    errors: {
      400: 'The description is missing.',
      403: NOT_OWN_PHOTO,
      404: NO_PHOTO,
    },
  },
  deletePhoto: {
    summary: 'Delete a photo',
    description: 'Deletes its files, too. This cannot be undone.',
    responses: { 204: EMPTY },
    errors: { 403: NOT_OWN_PHOTO, 404: NO_PHOTO },
  },
  getPhotoFile: {
    summary: 'Get the image of a photo',
    description:
      'Public photos need no token. The URLs of others contain a key for the user who requested them, so that pages can show them; what this user may see is checked with every request. Has an entity tag; not counted by rate limits.',
    responses: { 200: taggedBytes('image/webp', 'The image.') },
    errors: { 404: 'There is no such image, or the caller may not see it.' },
  },
})

/** Uploading, describing and deleting photos. */
export const photoRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/media', tags: ['Photos'] })
    .use(endpoints(ctx))
    .post(
      '',
      async ({ caller, request, status }) => {
        spendQuota(ctx, `photos of ${caller.userId}`, UPLOADS)
        const encoded = await receivePhoto(ctx, request, caller)
        return status(201, presentPhoto(await uploadPhoto(ctx, caller, encoded)))
      },
      { access: { scope: 'media:write' }, detail: docs.uploadPhoto },
    )
    .patch(
      '/:photo_short_id',
      async ({ caller, params: { photo_short_id: id }, body }) =>
        presentPhoto(await editPhoto(ctx, caller, { shortId: id, description: body.description })),
      {
        access: { scope: 'media:write' },
        ...{ params: photoParams, body: photoChanges, detail: docs.editPhoto },
      },
    )
    .delete(
      '/:photo_short_id',
      async ({ caller, params }) => {
        await deletePhoto(ctx, caller, params.photo_short_id)
        return noContent()
      },
      { access: { scope: 'media:write' }, params: photoParams, detail: docs.deletePhoto },
    )

/** The files of photos, outside of `/api` as with FitTrackee. */
export const photoFileRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/media', tags: ['Photos'] }).use(endpoints(ctx)).get(
    '/:file',
    async ({ visitor, params, query, request }) => {
      const { file: fileName } = params
      const path = await getPhotoFile(ctx, { fileName, key: query.key ?? '', visitor })
      const headers = {
        etag: `"${fileName}"`,
        // The content of a name never changes. Shared caches must not store what only some may see.
        'cache-control': 'private, max-age=31536000, immutable',
        'content-type': 'image/webp',
        'content-disposition': 'inline',
      }
      return sendTagged(request, { path, headers })
    },
    {
      optionalAccess: { scope: 'workouts:read' },
      ...{ params: fileParams, query: fileQuery, detail: docs.getPhotoFile },
    },
  )
