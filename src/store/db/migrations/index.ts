import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { accounts } from './0001-accounts'
import { sports } from './0002-sports'
import { workouts } from './0003-workouts'
import { tokensAndMail } from './0004-tokens-and-mail'
import { oauth2 } from './0005-oauth2'
import { workoutSearch } from './0010-workout-search'
import { workoutStatistics } from './0011-workout-statistics'
import { comments } from './0020-comments'
import { notifications } from './0021-notifications'
import { moderation } from './0022-moderation'
import { tasks } from './0030-tasks'
import { workoutSums } from './0040-workout-sums'
import { attempts } from './0041-attempts'
import { shownRecords } from './0042-shown-records'
import { keptAnswers } from './0043-kept-answers'
import { importWarnings } from './0044-import-warnings'
import { duplicates } from './0045-duplicates'
import { importReports } from './0046-import-reports'
import { sportNames } from './0050-sport-names'
import { undo } from './0051-undo'
import { personalTokens } from './0055-personal-tokens'
import { efforts } from './0060-efforts'
import { serverMoves } from './0065-server-moves'
import { deviceData } from './0070-device-data'
import { workoutIntensity } from './0072-workout-intensity'
import { thresholds } from './0073-thresholds'
import { weights } from './0074-weights'
import { routes } from './0076-routes'
import { effortsByTime } from './0079-efforts-by-time'
import { workoutsBySport } from './0090-workouts-by-sport'
import { estimatedLoads } from './0110-estimated-loads'
import { importedMeasures } from './0111-imported-measures'
import { energyFormula } from './0112-energy-formula'
import { titlesByDate } from './0113-titles-by-date'
import { choreRuns } from './0116-chore-runs'
import { textsByDate } from './0117-texts-by-date'
import { taskCrashes } from './0120-task-crashes'
import { loginAddresses } from './0128-login-addresses'
import { addConstraints } from './0190-constraints'
import { measurements } from './0200-measurements'
import { bestData } from './0210-best-data'
import { legs } from './0230-legs'
import { moreSports } from './0240-sports'
import { excludedWorkouts } from './0260-excluded-workouts'
import { edits } from './0270-edits'
import { remeasurements } from './0280-remeasurements'
import { poolUnits } from './0290-pool-units'
import { errorRemedies } from './0310-error-remedies'
import { mapLines } from './0320-map-lines'
import { thumbnails } from './0330-thumbnails'
import { shareLinks } from './0331-share-links'
import { openedLinks } from './0340-opened-links'
import { waitingAppeals } from './0345-waiting-appeals'
import { auditEntries } from './0350-audit-entries'
import { idempotencyKeys } from './0355-idempotency-keys'
import { memberNotes } from './0360-member-notes'
import { assignedReports } from './0361-assigned-reports'
import { invitations } from './0370-invitations'
import { sessions } from './0380-sessions'
import { twoFactor } from './0390-two-factor'
import { passkeys } from './0400-passkeys'
import { identities } from './0410-identities'
import { photos } from './0420-photos'
import { webhooks } from './0430-webhooks'
import { importedPhotos } from './0436-imported-photos'
import { notificationServices } from './0438-notification-services'
import { pushSubscriptions } from './0440-push-subscriptions'
import { explorerTiles } from './0450-explorer-tiles'
import { privacyZones } from './0460-privacy-zones'
import { rankedSegments } from './0470-ranked-segments'
import { savedCourses } from './0480-saved-courses'
import { workoutRegions } from './0490-workout-regions'
import { placeTitles } from './0491-place-titles'
import { segmentStarts } from './0500-segment-starts'
import { lostLeads } from './0501-lost-leads'
import { importedLines } from './0510-imported-lines'

const migration = (statements: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/** Every migration by name, in order. A static list: an executable has no folder to scan. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': migration(accounts),
  '0002-sports': migration(sports),
  '0003-workouts': migration(workouts),
  '0004-tokens-and-mail': migration(tokensAndMail),
  '0005-oauth2': migration(oauth2),
  '0010-workout-search': migration(workoutSearch),
  '0011-workout-statistics': migration(workoutStatistics),
  '0020-comments': migration(comments),
  '0021-notifications': migration(notifications),
  '0022-moderation': migration(moderation),
  '0030-tasks': migration(tasks),
  '0040-workout-sums': migration(workoutSums),
  '0041-attempts': migration(attempts),
  '0042-shown-records': migration(shownRecords),
  '0043-kept-answers': migration(keptAnswers),
  '0044-import-warnings': migration(importWarnings),
  '0045-duplicates': migration(duplicates),
  '0046-import-reports': migration(importReports),
  '0050-sport-names': migration(sportNames),
  '0051-undo': migration(undo),
  '0055-personal-tokens': migration(personalTokens),
  '0060-efforts': migration(efforts),
  '0065-server-moves': migration(serverMoves),
  '0070-device-data': migration(deviceData),
  '0072-workout-intensity': migration(workoutIntensity),
  '0073-thresholds': migration(thresholds),
  '0074-weights': migration(weights),
  '0076-routes': migration(routes),
  '0079-efforts-by-time': migration(effortsByTime),
  '0090-workouts-by-sport': migration(workoutsBySport),
  '0110-estimated-loads': migration(estimatedLoads),
  '0111-imported-measures': migration(importedMeasures),
  '0112-energy-formula': migration(energyFormula),
  '0113-titles-by-date': migration(titlesByDate),
  '0116-chore-runs': migration(choreRuns),
  '0117-texts-by-date': migration(textsByDate),
  '0120-task-crashes': migration(taskCrashes),
  '0128-login-addresses': migration(loginAddresses),
  '0190-constraints': { up: addConstraints },
  '0200-measurements': migration(measurements),
  '0210-best-data': migration(bestData),
  '0230-legs': migration(legs),
  '0240-sports': migration(moreSports),
  '0260-excluded-workouts': migration(excludedWorkouts),
  '0270-edits': migration(edits),
  '0280-remeasurements': migration(remeasurements),
  '0290-pool-units': migration(poolUnits),
  '0310-error-remedies': migration(errorRemedies),
  '0320-map-lines': migration(mapLines),
  '0330-thumbnails': migration(thumbnails),
  '0331-share-links': migration(shareLinks),
  '0340-opened-links': migration(openedLinks),
  '0345-waiting-appeals': migration(waitingAppeals),
  '0350-audit-entries': migration(auditEntries),
  '0355-idempotency-keys': migration(idempotencyKeys),
  '0360-member-notes': migration(memberNotes),
  '0361-assigned-reports': migration(assignedReports),
  '0370-invitations': migration(invitations),
  '0380-sessions': migration(sessions),
  '0390-two-factor': migration(twoFactor),
  '0400-passkeys': migration(passkeys),
  '0410-identities': migration(identities),
  '0420-photos': migration(photos),
  '0430-webhooks': migration(webhooks),
  '0436-imported-photos': migration(importedPhotos),
  '0438-notification-services': migration(notificationServices),
  '0440-push-subscriptions': migration(pushSubscriptions),
  '0450-explorer-tiles': migration(explorerTiles),
  '0460-privacy-zones': migration(privacyZones),
  '0470-ranked-segments': migration(rankedSegments),
  '0480-saved-courses': migration(savedCourses),
  '0490-workout-regions': migration(workoutRegions),
  '0491-place-titles': migration(placeTitles),
  '0500-segment-starts': migration(segmentStarts),
  '0501-lost-leads': migration(lostLeads),
  '0510-imported-lines': migration(importedLines),
}
