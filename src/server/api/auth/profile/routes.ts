import { Elysia } from 'elysia'
import type { Caller } from '@/policy/caller'
import { requestDevice } from '@/server/http/device'
import { deviceCookie } from '@/server/http/device-cookie'
import { endpoints } from '@/server/http/endpoints'
import { spendQuota } from '@/server/http/rate-limits'
import { noContent, ok } from '@/server/http/responses/envelope'
import { presentProfile } from '@/server/responses/accounts/profile'
import { type DialectFormat, findElevationSource } from '@/server/responses/dialect'
import type { AppContext } from '@/services/context'
import {
  editMessageSwitches,
  editNotificationSwitches,
} from '@/use-cases/accounts/edit-notification-preferences'
import { editOwnAccount } from '@/use-cases/accounts/edit-own-account'
import { removePicture, replacePicture } from '@/use-cases/accounts/edit-picture'
import { editPreferences } from '@/use-cases/accounts/edit-preferences'
import { editPerson } from '@/use-cases/accounts/edit-profile'
import { getProfile } from '@/use-cases/accounts/read-user'
import { receivePicture } from './receive'
import { accountChanges, docs, flagChanges, personChanges, preferenceChanges } from './schema'

/** Rate limit for changing the picture, because decoding one takes a while. */
const PICTURES = { count: 10, windowSeconds: 600, text: '10 per 10 minute' }

/** Suspended accounts may use all of it except the switches. */
const writable = { scope: 'profile:write', suspended: true } as const
const switches = { scope: 'profile:write' } as const

const detailRoutes = (ctx: AppContext) => {
  const profile = async (caller: Caller, dialect: DialectFormat) =>
    presentProfile(await getProfile(ctx, caller), dialect)
  return new Elysia({ prefix: '/auth', tags: ['Profile'] })
    .use(endpoints(ctx))
    .get('/profile', async ({ caller, dialect }) => ok({ data: await profile(caller, dialect) }), {
      access: { scope: 'profile:read', suspended: true },
      detail: docs.getProfile,
    })
    .post(
      '/profile/edit',
      async ({ caller, body, dialect }) => {
        await editPerson(ctx, caller, body)
        return ok({ data: await profile(caller, dialect), message: 'user profile updated' })
      },
      { access: writable, body: personChanges, detail: docs.editPerson },
    )
    .patch(
      '/profile/edit/account',
      async ({ caller, body, dialect, request, guess, set }) => {
        const device = requestDevice(request)
        const user = await guess({ userId: caller.userId }, () =>
          editOwnAccount(ctx, caller, { ...body, device }),
        )
        // A new password makes all devices unknown, but this one is in use.
        if (user) set.headers['set-cookie'] = deviceCookie(ctx, request, user)
        return ok({ data: await profile(caller, dialect), message: 'user account updated' })
      },
      { guarded: true, access: writable, body: accountChanges, detail: docs.editOwnAccount },
    )
    .post(
      '/profile/edit/preferences',
      async ({ caller, body, dialect }) => {
        const { missing_elevations_processing: name, ...others } = body
        await editPreferences(ctx, caller, {
          ...others,
          missing_elevations_processing:
            name === undefined ? undefined : (findElevationSource(name) ?? null),
        })
        return ok({ data: await profile(caller, dialect), message: 'user preferences updated' })
      },
      { access: writable, body: preferenceChanges, detail: docs.editPreferences },
    )
    .post(
      '/profile/edit/notifications',
      async ({ caller, body, dialect }) => {
        await editNotificationSwitches(ctx, caller, body)
        return ok({ data: await profile(caller, dialect) })
      },
      { access: switches, body: flagChanges, detail: docs.editNotificationSwitches },
    )
    .post(
      '/profile/edit/messages',
      async ({ caller, body, dialect }) => {
        await editMessageSwitches(ctx, caller, body)
        return ok({ data: await profile(caller, dialect) })
      },
      { access: switches, body: flagChanges, detail: docs.editMessageSwitches },
    )
}

const pictureRoutes = (ctx: AppContext) =>
  new Elysia({ prefix: '/auth', tags: ['Profile'] })
    .use(endpoints(ctx))
    .post(
      '/picture',
      async ({ caller, request }) => {
        spendQuota(ctx, `pictures of ${caller.userId}`, PICTURES)
        await replacePicture(ctx, caller, await receivePicture(ctx, request, caller))
        return ok({ message: 'user picture updated' })
      },
      { access: writable, detail: docs.replacePicture },
    )
    .delete(
      '/picture',
      async ({ caller }) => {
        await removePicture(ctx, caller)
        return noContent()
      },
      { access: writable, detail: docs.deletePicture },
    )

export const profileRoutes = (ctx: AppContext) =>
  new Elysia().use(detailRoutes(ctx)).use(pictureRoutes(ctx))
