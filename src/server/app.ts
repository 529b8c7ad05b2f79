import { Elysia } from 'elysia'
import { accountRoutes } from '@/api/account/routes'
import { appConfigRoutes } from '@/api/app-config/routes'
import { appealRoutes } from '@/api/appeals/routes'
import { backupRoutes } from '@/api/backups/routes'
import { blockedUserRoutes } from '@/api/blocked-users/routes'
import { commentRoutes } from '@/api/comments/routes'
import { dataExportRoutes } from '@/api/data-exports/routes'
import { effortRoutes, placedEffortRoutes } from '@/api/efforts/routes'
import { equipmentTypeRoutes } from '@/api/equipment-types/routes'
import { equipmentRoutes } from '@/api/equipments/routes'
import { feedRoutes } from '@/api/feeds/routes'
import { followRequestRoutes } from '@/api/follow-requests/routes'
import { geocodeRoutes } from '@/api/geocode/routes'
import { healthRoutes } from '@/api/health/routes'
import { loadRoutes } from '@/api/load/routes'
import { mapImageRoutes } from '@/api/map-images/routes'
import { mapTileRoutes } from '@/api/map-tiles/routes'
import { notificationRoutes } from '@/api/notifications/routes'
import { oauth2Routes } from '@/api/oauth2/routes'
import { oauth2AppRoutes } from '@/api/oauth2-apps/routes'
import { oauth2GrantRoutes } from '@/api/oauth2-grants/routes'
import { passwordRoutes } from '@/api/password/routes'
import { profileRoutes } from '@/api/profile/routes'
import { queuedTaskRoutes } from '@/api/queued-tasks/routes'
import { recordRoutes } from '@/api/records/routes'
import { relationshipRoutes } from '@/api/relationships/routes'
import { reportRoutes } from '@/api/reports/routes'
import { routeListRoutes, sameRouteRoutes } from '@/api/routes/routes'
import { sanctionRoutes } from '@/api/sanctions/routes'
import { setupRoutes } from '@/api/setup/routes'
import { sportNameRoutes } from '@/api/sport-names/routes'
import { sportPreferenceRoutes } from '@/api/sport-preferences/routes'
import { sportRoutes } from '@/api/sports/routes'
import { statsRoutes } from '@/api/stats/routes'
import { thresholdRoutes } from '@/api/thresholds/routes'
import { timelineRoutes } from '@/api/timeline/routes'
import { tokenRoutes } from '@/api/tokens/routes'
import { uploadTaskRoutes } from '@/api/upload-tasks/routes'
import { userRoutes } from '@/api/users/routes'
import { weightRoutes } from '@/api/weights/routes'
import { workoutComparisonRoutes } from '@/api/workout-comparison/routes'
import { workoutDuplicateRoutes } from '@/api/workout-duplicates/routes'
import { workoutFileRoutes } from '@/api/workout-files/routes'
import { workoutGeometryRoutes } from '@/api/workout-geometry/routes'
import { workoutLikeRoutes } from '@/api/workout-likes/routes'
import { workoutListRoutes } from '@/api/workout-lists/routes'
import { workoutReactionRoutes } from '@/api/workout-reactions/routes'
import { inboxRoutes, workoutUploadRoutes } from '@/api/workout-upload/routes'
import { workoutRoutes } from '@/api/workouts/routes'
import type { AppContext } from '@/context'
import { type Call, hasLostCaller } from '@/http/access'
import { errorResponse } from '@/http/error-response'
import { wireOf } from '@/http/request-wire'
import { standardHeaders } from '@/http/standard-headers'
import { forTransfer } from '@/http/transfer'
import { apiDocument } from './api-document'
import type { Route } from './openapi'
import { allowedMethods } from './route-table'

// NOTE three groups rather than one chain: the types of the web UI's client grow with the length of a chain. Paths with
// a parameter at the same place belong to the same group.

/** The server itself, accounts, and what belongs to one account. */
const accountApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(healthRoutes(ctx))
    .use(appConfigRoutes(ctx))
    .use(backupRoutes(ctx))
    .use(setupRoutes(ctx))
    .use(accountRoutes(ctx))
    .use(passwordRoutes(ctx))
    .use(profileRoutes(ctx))
    .use(weightRoutes(ctx))
    .use(oauth2AppRoutes(ctx))
    .use(oauth2GrantRoutes(ctx))
    .use(oauth2Routes(ctx))
    .use(tokenRoutes(ctx))
    .use(dataExportRoutes(ctx))
    .use(geocodeRoutes(ctx))

/** People: users, their relations, what they write, moderation. */
const socialApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(userRoutes(ctx))
    .use(relationshipRoutes(ctx))
    .use(followRequestRoutes(ctx))
    .use(blockedUserRoutes(ctx))
    .use(reportRoutes(ctx))
    .use(sanctionRoutes(ctx))
    .use(queuedTaskRoutes(ctx))
    .use(notificationRoutes(ctx))

/** Sports, equipment, workouts and everything computed from them. */
const workoutApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(sportRoutes(ctx))
    .use(sportPreferenceRoutes(ctx))
    .use(sportNameRoutes(ctx))
    .use(equipmentTypeRoutes(ctx))
    .use(equipmentRoutes(ctx))
    .use(workoutUploadRoutes(ctx))
    .use(inboxRoutes(ctx))
    .use(uploadTaskRoutes(ctx))
    .use(workoutDuplicateRoutes(ctx))
    .use(workoutListRoutes(ctx))
    .use(workoutComparisonRoutes(ctx))
    .use(workoutRoutes(ctx))
    .use(workoutGeometryRoutes(ctx))
    .use(sameRouteRoutes(ctx))
    .use(routeListRoutes(ctx))
    .use(workoutFileRoutes(ctx))
    .use(workoutLikeRoutes(ctx))
    .use(workoutReactionRoutes(ctx))
    .use(timelineRoutes(ctx))
    .use(recordRoutes(ctx))
    .use(effortRoutes(ctx))
    .use(placedEffortRoutes(ctx))
    .use(statsRoutes(ctx))
    .use(thresholdRoutes(ctx))
    .use(loadRoutes(ctx))
    .use(mapImageRoutes(ctx))
    .use(mapTileRoutes(ctx))
    .use(commentRoutes(ctx))
    .use(appealRoutes(ctx))

/** Paths are found behind host names of any length: Elysia expects eleven characters before them otherwise. */
const ANY_HOST = { standardHostname: false }

/** Elysia would read any body, of any size, before anything else is looked at; here the access rules do. */
const leaveUnread = () => null

/**
 * What is needed of a call that failed. NOTE named one by one: if the call were handed on whole, Elysia would parse the
 * cookies, the headers and the query of every request for it, and wrap every answer once more.
 */
interface FailedCall extends Partial<Call> {
  request: Request
  error: unknown
  code: string | number
}

/** The map of the server: how bodies are read and sent, how errors are written, the OpenAPI document, the routes. */
export function buildApp(ctx: AppContext) {
  const routes = (): readonly Route[] => app.routes
  const app = new Elysia({ handler: ANY_HOST })
    .mapResponse({ as: 'global' }, forTransfer(standardHeaders(ctx.config.uiUrl)))
    .use(apiDocument(routes, ctx.config.basePath))
    .onParse({ as: 'global' }, leaveUnread)
    .onError({ as: 'global' }, ({ error, code, request, admission }: FailedCall) => {
      const failure = {
        ...{ error, code, request },
        allowedMethods: () => allowedMethods(app.routes, request),
        hasLostCaller: () => hasLostCaller(ctx, admission),
      }
      return errorResponse(failure, wireOf(ctx, request), ctx)
    })
    .use(accountApi(ctx))
    .use(socialApi(ctx))
    .use(workoutApi(ctx))
    .use(feedRoutes(ctx))
  return app
}

export type AccountApi = ReturnType<typeof accountApi>
export type SocialApi = ReturnType<typeof socialApi>
export type WorkoutApi = ReturnType<typeof workoutApi>
