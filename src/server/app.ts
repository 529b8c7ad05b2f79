import { Elysia } from 'elysia'
import { appConfigRoutes } from '@/server/api/app-config/routes'
import { appealRoutes } from '@/server/api/appeals/routes'
import { auditLogRoutes } from '@/server/api/audit-log/routes'
import { accountRoutes } from '@/server/api/auth/account/routes'
import { blockedUserRoutes } from '@/server/api/auth/blocked-users/routes'
import { dataExportRoutes } from '@/server/api/auth/data-exports/routes'
import { externalLoginRoutes } from '@/server/api/auth/external-login/routes'
import { identityRoutes } from '@/server/api/auth/identities/routes'
import { passkeyLoginRoutes, passkeyRoutes } from '@/server/api/auth/passkeys/routes'
import { passwordRoutes } from '@/server/api/auth/password/routes'
import { profileRoutes } from '@/server/api/auth/profile/routes'
import { sanctionRoutes } from '@/server/api/auth/sanctions/routes'
import { sessionRoutes } from '@/server/api/auth/sessions/routes'
import { sportNameRoutes } from '@/server/api/auth/sport-names/routes'
import { sportPreferenceRoutes } from '@/server/api/auth/sport-preferences/routes'
import { storageUseRoutes } from '@/server/api/auth/storage-use/routes'
import { twoFactorRoutes } from '@/server/api/auth/two-factor/routes'
import { weightRoutes } from '@/server/api/auth/weights/routes'
import { backupRoutes } from '@/server/api/backups/routes'
import { calendarRoutes } from '@/server/api/calendar/routes'
import { commentRoutes } from '@/server/api/comments/routes'
import { plannedCourseRoutes } from '@/server/api/courses/planned/routes'
import { routeListRoutes, sameRouteRoutes } from '@/server/api/courses/routes'
import { savedCourseRoutes } from '@/server/api/courses/saved/routes'
import { effortRoutes, placedEffortRoutes } from '@/server/api/efforts/routes'
import { equipmentTypeRoutes } from '@/server/api/equipment-types/routes'
import { equipmentRoutes } from '@/server/api/equipments/routes'
import { explorerRoutes } from '@/server/api/explorer/routes'
import { followRequestRoutes } from '@/server/api/follow-requests/routes'
import { geocodeRoutes } from '@/server/api/geocode/routes'
import { healthRoutes } from '@/server/api/health/routes'
import { invitationRoutes } from '@/server/api/invitations/routes'
import { loadRoutes } from '@/server/api/load/routes'
import { photoFileRoutes, photoRoutes } from '@/server/api/media/routes'
import { notificationRoutes } from '@/server/api/notifications/routes'
import { oauth2AppRoutes } from '@/server/api/oauth/apps/routes'
import { oauth2GrantRoutes } from '@/server/api/oauth/grants/routes'
import { oauth2MetadataRoutes } from '@/server/api/oauth/metadata/routes'
import { oauth2Routes } from '@/server/api/oauth/routes'
import { operationRoutes } from '@/server/api/operations/routes'
import { privacyRoutes } from '@/server/api/privacy/routes'
import { pushSubscriptionRoutes } from '@/server/api/push-subscriptions/routes'
import { recordRoutes } from '@/server/api/records/routes'
import { registrationRequestRoutes } from '@/server/api/registration-requests/routes'
import { reportRoutes } from '@/server/api/reports/routes'
import { segmentRoutes } from '@/server/api/segments/routes'
import { setupRoutes } from '@/server/api/setup/routes'
import { sharedRoutes } from '@/server/api/shared/routes'
import { sportRoutes } from '@/server/api/sports/routes'
import { statsRoutes } from '@/server/api/stats/routes'
import { thresholdRoutes } from '@/server/api/thresholds/routes'
import { timelineRoutes } from '@/server/api/timeline/routes'
import { tokenRoutes } from '@/server/api/tokens/routes'
import { feedRoutes } from '@/server/api/users/feeds/routes'
import { memberModerationRoutes } from '@/server/api/users/moderation/routes'
import { newUserRoutes } from '@/server/api/users/new-users/routes'
import { queuedTaskRoutes } from '@/server/api/users/queued-tasks/routes'
import { relationshipRoutes } from '@/server/api/users/relationships/routes'
import { userRoutes } from '@/server/api/users/routes'
import { webhookRoutes } from '@/server/api/webhooks/routes'
import { workoutComparisonRoutes } from '@/server/api/workouts/comparison/routes'
import { workoutDuplicateRoutes } from '@/server/api/workouts/duplicates/routes'
import { workoutEditRoutes } from '@/server/api/workouts/edits/routes'
import { workoutFileRoutes } from '@/server/api/workouts/files/routes'
import { workoutGeometryRoutes } from '@/server/api/workouts/geometry/routes'
import { workoutLikeRoutes } from '@/server/api/workouts/likes/routes'
import { workoutListRoutes } from '@/server/api/workouts/lists/routes'
import { mapImageRoutes } from '@/server/api/workouts/map-images/routes'
import { mapTileRoutes } from '@/server/api/workouts/map-tiles/routes'
import { workoutMeasurementRoutes } from '@/server/api/workouts/measurements/routes'
import { workoutPlaceRoutes } from '@/server/api/workouts/places/routes'
import { workoutReactionRoutes } from '@/server/api/workouts/reactions/routes'
import { workoutRoutes } from '@/server/api/workouts/routes'
import { workoutShareLinkRoutes } from '@/server/api/workouts/share-links/routes'
import { inboxRoutes, workoutUploadRoutes } from '@/server/api/workouts/upload/routes'
import { uploadTaskRoutes } from '@/server/api/workouts/upload-tasks/routes'
import { type Call, hasLostCaller } from '@/server/http/access'
import { requestedDialect } from '@/server/http/request-dialect'
import { forTransfer } from '@/server/http/responses/compression'
import { errorResponse } from '@/server/http/responses/error-response'
import { standardHeaders } from '@/server/http/responses/standard-headers'
import type { AppContext } from '@/services/context'
import { apiDocument } from './api-document/api-document'
import type { Route } from './api-document/describe-operation'
import { allowedMethods } from './route-table'

// NOTE several groups instead of one chain: the types of the web UI's client grow with the length of a chain. Paths with
// a parameter at the same position belong to the same group.

/** Routes of the server itself, and the data of one account. */
const accountApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(healthRoutes(ctx))
    .use(appConfigRoutes(ctx))
    .use(auditLogRoutes(ctx))
    .use(backupRoutes(ctx))
    .use(operationRoutes(ctx))
    .use(setupRoutes(ctx))
    .use(profileRoutes(ctx))
    .use(privacyRoutes(ctx))
    .use(weightRoutes(ctx))
    .use(storageUseRoutes(ctx))
    .use(oauth2AppRoutes(ctx))
    .use(oauth2GrantRoutes(ctx))
    .use(oauth2Routes(ctx))
    .use(tokenRoutes(ctx))
    .use(webhookRoutes(ctx))
    .use(pushSubscriptionRoutes(ctx))
    .use(dataExportRoutes(ctx))
    .use(geocodeRoutes(ctx))

/** Routes of logins, and of everything that people log in with. */
const loginApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(accountRoutes(ctx))
    .use(externalLoginRoutes(ctx))
    .use(identityRoutes(ctx))
    .use(passkeyLoginRoutes(ctx))
    .use(passkeyRoutes(ctx))
    .use(passwordRoutes(ctx))
    .use(sessionRoutes(ctx))
    .use(twoFactorRoutes(ctx))

/** Routes of users, their relationships, their comments, and moderation. */
const socialApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(userRoutes(ctx))
    .use(newUserRoutes(ctx))
    .use(invitationRoutes(ctx))
    .use(registrationRequestRoutes(ctx))
    .use(relationshipRoutes(ctx))
    .use(memberModerationRoutes(ctx))
    .use(followRequestRoutes(ctx))
    .use(blockedUserRoutes(ctx))
    .use(reportRoutes(ctx))
    .use(sanctionRoutes(ctx))
    .use(queuedTaskRoutes(ctx))
    .use(notificationRoutes(ctx))

/** Routes of sports and equipment, and of everything computed from several workouts. */
const summaryApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(sportRoutes(ctx))
    .use(sportPreferenceRoutes(ctx))
    .use(sportNameRoutes(ctx))
    .use(equipmentTypeRoutes(ctx))
    .use(equipmentRoutes(ctx))
    .use(timelineRoutes(ctx))
    .use(recordRoutes(ctx))
    .use(explorerRoutes(ctx))
    .use(savedCourseRoutes(ctx))
    .use(statsRoutes(ctx))
    .use(thresholdRoutes(ctx))
    .use(loadRoutes(ctx))
    .use(calendarRoutes(ctx))

/** Routes of workouts and efforts. */
const workoutApi = (ctx: AppContext) =>
  new Elysia({ prefix: '/api' })
    .use(workoutUploadRoutes(ctx))
    .use(inboxRoutes(ctx))
    .use(uploadTaskRoutes(ctx))
    .use(workoutDuplicateRoutes(ctx))
    .use(workoutListRoutes(ctx))
    .use(workoutComparisonRoutes(ctx))
    .use(workoutRoutes(ctx))
    .use(workoutGeometryRoutes(ctx))
    .use(workoutPlaceRoutes(ctx))
    .use(sameRouteRoutes(ctx))
    .use(routeListRoutes(ctx))
    .use(plannedCourseRoutes(ctx))
    .use(workoutFileRoutes(ctx))
    .use(workoutLikeRoutes(ctx))
    .use(workoutMeasurementRoutes(ctx))
    .use(workoutReactionRoutes(ctx))
    .use(effortRoutes(ctx))
    .use(placedEffortRoutes(ctx))
    .use(segmentRoutes(ctx))
    .use(workoutEditRoutes(ctx))
    .use(workoutShareLinkRoutes(ctx))
    .use(photoRoutes(ctx))
    .use(mapImageRoutes(ctx))
    .use(mapTileRoutes(ctx))
    .use(commentRoutes(ctx))
    .use(appealRoutes(ctx))

/** By default Elysia expects a URL whose host name has at least eleven characters. */
const ANY_HOST = { standardHostname: false }

/** Elysia would read bodies of any size before any check; the access rules read them instead. */
const leaveUnread = () => null

/**
 * The properties of a failed call that the error handler needs. NOTE they are listed individually: if the whole call
 * were passed, Elysia would parse the cookies, headers and query of every request, and wrap every response again.
 */
interface FailedCall extends Partial<Call> {
  request: Request
  error: unknown
  code: string | number
}

/** Builds the app: reading bodies, sending responses and errors, the OpenAPI document, and the routes. */
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
      return errorResponse(failure, requestedDialect(ctx, request), ctx)
    })
    .use(accountApi(ctx))
    .use(loginApi(ctx))
    .use(socialApi(ctx))
    .use(summaryApi(ctx))
    .use(workoutApi(ctx))
    .use(feedRoutes(ctx))
    .use(photoFileRoutes(ctx))
    .use(oauth2MetadataRoutes(ctx))
    .use(sharedRoutes(ctx))
  return app
}

export type AccountApi = ReturnType<typeof accountApi>
export type LoginApi = ReturnType<typeof loginApi>
export type SocialApi = ReturnType<typeof socialApi>
export type SummaryApi = ReturnType<typeof summaryApi>
export type WorkoutApi = ReturnType<typeof workoutApi>
