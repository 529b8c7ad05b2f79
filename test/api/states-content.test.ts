import { writeTo } from '@/store/db/connections/transact'
import { insertTask } from '@/store/db/queries/tasks/user-tasks'
import { aComment } from '../support/comments'
import { BIKE, startEquipmentServer } from '../support/equipments'
import { startPeople } from '../support/people'
import { testStateMachine } from '../support/state-machine'
import { aWorkout } from '../support/workouts'

async function startNotified() {
  const people = await startPeople()
  const { send, ann, bob } = people
  await send('POST', '/api/users/ann/follow', bob)
  const list = await send('GET', '/api/notifications', ann)
  const { id } = list.body.notifications[0]
  return {
    ...people,
    mark: (json: object) => send('PATCH', `/api/notifications/${id}`, ann, json),
    markAll: (json: object) => send('POST', '/api/notifications/mark-all-as-read', ann, json),
    markAs: (as: typeof ann) =>
      send('PATCH', `/api/notifications/${id}`, as, { read_status: true }),
  }
}

testStateMachine('a notification', {
  start: startNotified,
  states: {
    unread: () => undefined,
    read: ({ mark }) => mark({ read_status: true }),
  },
  look: async ({ send, ann }: Awaited<ReturnType<typeof startNotified>>) => {
    const { body } = await send('GET', '/api/notifications', ann)
    return body.notifications[0].marked_as_read ? 'read' : 'unread'
  },
  triggers: {
    'mark as read': ({ mark }) => mark({ read_status: true }),
    'mark as unread': ({ mark }) => mark({ read_status: false }),
    'mark with a word': ({ mark }) => mark({ read_status: 'true' }),
    'mark all': ({ markAll }) => markAll({}),
    'mark all of its type': ({ markAll }) => markAll({ type: 'follow_request' }),
    'mark all of another type': ({ markAll }) => markAll({ type: 'mention' }),
    'mark by somebody else': ({ markAs, bob }) => markAs(bob),
  },
  table: {
    unread: {
      'mark as read': [200, 'read'],
      'mark as unread': [200, 'unread'],
      'mark with a word': [400, /invalid payload/],
      'mark all': [200, 'read'],
      'mark all of its type': [200, 'read'],
      'mark all of another type': [200, 'unread'],
      'mark by somebody else': [404, /notification not found/],
    },
    read: {
      'mark as read': [200, 'read'],
      'mark as unread': [200, 'unread'],
      'mark with a word': [400, /invalid payload/],
      'mark all': [200, 'read'],
      'mark all of its type': [200, 'read'],
      'mark all of another type': [200, 'read'],
      'mark by somebody else': [404, /notification not found/],
    },
  },
})

async function startLiking() {
  const people = await startPeople()
  const { ctx, send, ann, bob } = people
  const workout = await aWorkout(ctx, ann, { workout_visibility: 'public' })
  const { short_id } = await aComment(ctx, { by: ann, on: workout })
  const path = `/api/comments/${short_id}`
  return {
    ...people,
    like: () => send('POST', `${path}/like`, bob),
    unlike: () => send('POST', `${path}/like/undo`, bob),
    see: () => send('GET', path, bob),
  }
}

testStateMachine('the like of a comment', {
  start: startLiking,
  states: {
    'not liked': () => undefined,
    liked: ({ like }) => like(),
  },
  look: async ({ see }: Awaited<ReturnType<typeof startLiking>>) => {
    const { liked, likes_count } = (await see()).body.comment
    if (likes_count !== (liked ? 1 : 0)) throw new Error(`liked ${liked}, but ${likes_count} likes`)
    return liked ? 'liked' : 'not liked'
  },
  triggers: { like: ({ like }) => like(), undo: ({ unlike }) => unlike() },
  table: {
    'not liked': { like: [200, 'liked'], undo: [200, 'not liked'] },
    liked: { like: [200, 'liked'], undo: [200, 'not liked'] },
  },
})

async function startEquipped() {
  const server = await startEquipmentServer()
  const { send, make } = server
  const { id } = await make({ label: 'bike', equipment_type_id: BIKE })
  const path = `/api/equipments/${id}`
  return { ...server, id, patch: (json: object) => send('PATCH', path, json), path }
}

testStateMachine('a piece of equipment', {
  start: startEquipped,
  states: {
    active: () => undefined,
    inactive: ({ patch }) => patch({ is_active: false }),
    'in use': ({ ride, id }) => ride([id]),
    gone: ({ send, path }) => send('DELETE', path),
  },
  look: async ({ send, path }: Awaited<ReturnType<typeof startEquipped>>) => {
    const { status, body } = await send('GET', path)
    if (status === 404) return 'gone'
    const { is_active, workouts_count } = body.data.equipments[0]
    if (workouts_count > 0) return 'in use'
    return is_active ? 'active' : 'inactive'
  },
  triggers: {
    activate: ({ patch }) => patch({ is_active: true }),
    deactivate: ({ patch }) => patch({ is_active: false }),
    'change the type': ({ patch }) => patch({ equipment_type_id: BIKE + 1 }),
    delete: ({ send, path }) => send('DELETE', path),
    'delete with force': ({ send, path }) => send('DELETE', `${path}?force`),
  },
  table: {
    active: {
      activate: [200, 'active'],
      deactivate: [200, 'inactive'],
      'change the type': [200, 'active'],
      delete: [204, 'gone'],
      'delete with force': [204, 'gone'],
    },
    inactive: {
      activate: [200, 'active'],
      deactivate: [200, 'inactive'],
      'change the type': [200, 'inactive'],
      delete: [204, 'gone'],
      'delete with force': [204, 'gone'],
    },
    'in use': {
      activate: [200, 'in use'],
      deactivate: [200, 'in use'],
      'change the type': [200, 'active'],
      delete: [403, /without 'force' parameter/],
      'delete with force': [204, 'gone'],
    },
    gone: {
      activate: [404, /not found/],
      deactivate: [404, /not found/],
      'change the type': [404, /not found/],
      delete: [404, /not found/],
      'delete with force': [404, /not found/],
    },
  },
})

for (const [name, path, list] of [
  ['a sport', '/api/sports/1', 'sports'],
  ['a type of equipment', '/api/equipment-types/1', 'equipment_types'],
] as const)
  testStateMachine(name, {
    start: startPeople,
    states: {
      active: () => undefined,
      inactive: ({ send, admin }) => send('PATCH', path, admin, { is_active: false }),
    },
    look: async ({ send, admin }: Awaited<ReturnType<typeof startPeople>>) => {
      const { body } = await send('GET', path, admin)
      return body.data[list][0].is_active ? 'active' : 'inactive'
    },
    triggers: {
      activate: ({ send, admin }) => send('PATCH', path, admin, { is_active: true }),
      deactivate: ({ send, admin }) => send('PATCH', path, admin, { is_active: false }),
      'deactivate by a moderator': ({ send, mod }) =>
        send('PATCH', path, mod, { is_active: false }),
      'set to nothing': ({ send, admin }) => send('PATCH', path, admin, { is_active: null }),
    },
    table: {
      active: {
        activate: [200, 'active'],
        deactivate: [200, 'inactive'],
        'deactivate by a moderator': [403, /you do not have permissions/],
        'set to nothing': [400, /invalid payload/],
      },
      inactive: {
        activate: [200, 'active'],
        deactivate: [200, 'inactive'],
        'deactivate by a moderator': [403, /you do not have permissions/],
        'set to nothing': [400, /invalid payload/],
      },
    },
  })

async function startUploading() {
  const people = await startPeople()
  const { ctx, send, ann } = people
  const { id, short_id } = await writeTo(ctx.db, (tx) =>
    insertTask(tx, {
      ...{ short_id: ctx.ids.shortId(), user_id: ann.id, type: 'workouts_archive_upload' },
      ...{ created_at: ctx.clock.now(), files_count: 12, sport_id: 1 },
    }),
  )
  const path = `/api/workouts/upload-tasks/${short_id}`
  return {
    ...people,
    path,
    set: (changes: { progress?: number; is_errored?: 1; is_aborted?: 1 }) =>
      ctx.db.updateTable('user_tasks').set(changes).where('id', '=', id).execute(),
    see: () => send('GET', path, ann),
  }
}

const OVER = /only queued and ongoing tasks can be aborted/
const UNDER_WAY = /queued or ongoing workout upload task can not be deleted/

testStateMachine('the upload of an archive', {
  start: startUploading,
  states: {
    queued: () => undefined,
    in_progress: ({ set }) => set({ progress: 40 }),
    successful: ({ set }) => set({ progress: 100 }),
    errored: ({ set }) => set({ progress: 100, is_errored: 1 }),
    aborted: ({ send, path, ann }) => send('POST', `${path}/abort`, ann),
    deleted: async ({ set, send, path, ann }) => {
      await set({ progress: 100 })
      return send('DELETE', path, ann)
    },
  },
  look: async ({ see }: Awaited<ReturnType<typeof startUploading>>) => {
    const { status, body } = await see()
    return status === 404 ? 'deleted' : body.task.status
  },
  triggers: {
    abort: ({ send, path, ann }) => send('POST', `${path}/abort`, ann),
    delete: ({ send, path, ann }) => send('DELETE', path, ann),
    'abort by somebody else': ({ send, path, admin }) => send('POST', `${path}/abort`, admin),
    'delete by somebody else': ({ send, path, admin }) => send('DELETE', path, admin),
  },
  table: {
    queued: { abort: [200, 'aborted'], delete: [400, UNDER_WAY], ...notTheirs() },
    in_progress: { abort: [200, 'aborted'], delete: [400, UNDER_WAY], ...notTheirs() },
    successful: { abort: [400, OVER], delete: [204, 'deleted'], ...notTheirs() },
    errored: { abort: [400, OVER], delete: [204, 'deleted'], ...notTheirs() },
    aborted: { abort: [400, OVER], delete: [204, 'deleted'], ...notTheirs() },
    deleted: { abort: [404, /no task found/], delete: [404, /no task found/], ...notTheirs() },
  },
})

function notTheirs() {
  const refusal: [number, RegExp] = [404, /no task found/]
  return { 'abort by somebody else': refusal, 'delete by somebody else': refusal }
}
