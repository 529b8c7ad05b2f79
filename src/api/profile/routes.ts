import { Elysia } from 'elysia'
import type { Caller } from '@/caller'
import type { AppContext } from '@/context'
import { requestDevice } from '@/http/device'
import { endpoints } from '@/http/endpoints'
import { noContent, ok } from '@/http/envelope'
import { spendAllowance } from '@/http/rate-limits'
import { elevationSourceNamed, type Wire } from '@/present/dialect'
import { presentProfile } from '@/present/profile'
import { editOwnAccount } from '@/use-cases/accounts/edit-own-account'
import { editPerson } from '@/use-cases/accounts/edit-person'
import { removePicture, replacePicture } from '@/use-cases/accounts/edit-picture'
import { editPreferences } from '@/use-cases/accounts/edit-preferences'
import { editMessageSwitches, editNotificationSwitches } from '@/use-cases/accounts/edit-switches'
import { getProfile } from '@/use-cases/accounts/read-user'
import { receivePicture } from './receive'
import { accountChanges, docs, flagChanges, personChanges, preferenceChanges } from './schema'

/** How often somebody may try to have another picture: reading one takes a while. */
const PICTURES = { count: 10, windowSeconds: 600, text: '10 per 10 minute' }

/** Everything of it may be done by suspended accounts, but for the switches. */
export const profileRoutes = (ctx: AppContext) => {
  const profile = async (caller: Caller, wire: Wire) =>
    presentProfile(await getProfile(ctx, caller), wire)
  const writable = { scope: 'profile:write', suspended: true } as const
  const switches = { scope: 'profile:write' } as const
  return new Elysia({ prefix: '/auth', tags: ['Profile'] })
    .use(endpoints(ctx))
    .get('/profile', async ({ caller, wire }) => ok({ data: await profile(caller, wire) }), {
      access: { scope: 'profile:read', suspended: true },
      detail: docs.getProfile,
    })
    .post(
      '/profile/edit',
      async ({ caller, body, wire }) => {
        await editPerson(ctx, caller, body)
        return ok({ data: await profile(caller, wire), message: 'user profile updated' })
      },
      { access: writable, body: personChanges, detail: docs.editPerson },
    )
    .patch(
      '/profile/edit/account',
      async ({ caller, body, wire, request, guess }) => {
        const device = requestDevice(request)
        await guess({ userId: caller.userId }, () =>
          editOwnAccount(ctx, caller, { ...body, device }),
        )
        return ok({ data: await profile(caller, wire), message: 'user account updated' })
      },
      { guarded: true, access: writable, body: accountChanges, detail: docs.editOwnAccount },
    )
    .post(
      '/profile/edit/preferences',
      async ({ caller, body, wire }) => {
        const { missing_elevations_processing: name, ...others } = body
        await editPreferences(ctx, caller, {
          ...others,
          missing_elevations_processing:
            name === undefined ? undefined : (elevationSourceNamed(name) ?? null),
        })
        return ok({ data: await profile(caller, wire), message: 'user preferences updated' })
      },
      { access: writable, body: preferenceChanges, detail: docs.editPreferences },
    )
    .post(
      '/profile/edit/notifications',
      async ({ caller, body, wire }) => {
        await editNotificationSwitches(ctx, caller, body)
        return ok({ data: await profile(caller, wire) })
      },
      { access: switches, body: flagChanges, detail: docs.editNotificationSwitches },
    )
    .post(
      '/profile/edit/messages',
      async ({ caller, body, wire }) => {
        await editMessageSwitches(ctx, caller, body)
        return ok({ data: await profile(caller, wire) })
      },
      { access: switches, body: flagChanges, detail: docs.editMessageSwitches },
    )
    .post(
      '/picture',
      async ({ caller, request }) => {
        spendAllowance(ctx, `pictures of ${caller.userId}`, PICTURES)
        await replacePicture(ctx, caller, await receivePicture(ctx, request))
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
}
