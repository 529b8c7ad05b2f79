import { describe, expect, test } from 'bun:test'
import { notificationTarget, notificationText } from '@/web/screens/notifications/notification-text'

const from = { username: 'mia' }

describe('a notification', () => {
  test('contains the name of its sender', () => {
    expect(notificationText({ type: 'follow', from })).toBe('mia follows you')
    expect(notificationText({ type: 'user_warning', from: null })).toBe(
      'A moderator sent you a warning',
    )
    expect(notificationText({ type: 'disk_failed', from: null })).toBe(
      'The server stopped storing changes: check its disk',
    )
    const report = (type: string) =>
      notificationText({ type: 'report', from, ...{ report: { object_type: type } } })
    expect(['comment', 'workout', 'user', 'shoe'].map(report)).toEqual([
      'mia reported a comment',
      'mia reported a workout',
      'mia reported a member',
      'mia reported something',
    ])
    expect(notificationText({ type: 'from_the_future', from })).toBe('from_the_future')
  })

  test.each([
    [{ type: 'workout_comment', from, comment: { id: 'c', workout_id: 'w' } }, '/workouts/w#c'],
    [{ type: 'comment_like', from, comment: { id: 'c', workout_id: null } }, '/comments/c'],
    [
      {
        type: 'user_warning',
        from: null,
        comment: { id: 'c', workout_id: 'w' },
        report_action: { id: 'a' },
      },
      '/profile/moderation/sanctions/a',
    ],
    [{ type: 'report', from, report: { id: 7 } }, '/admin/reports/7'],
    [{ type: 'account_creation', from }, '/admin/users'],
    [{ type: 'backup_late', from: null }, '/admin'],
    [{ type: 'workout_like', from, workout: { id: 'w' } }, '/workouts/w'],
    [{ type: 'segment_best', from, workout: { id: 'w' } }, '/workouts/w'],
    [{ type: 'segment_lead_lost', from, segment: { id: 's', name: 'Hill' } }, '/segments/s'],
    [{ type: 'workouts_archive_upload', from, task: { id: 't' } }, '/workouts/tasks/t'],
    [{ type: 'user_data_export', from }, '/profile/edit/account'],
    [{ type: 'follow_request', from }, '/users'],
    [{ type: 'follow', from }, '/users/mia'],
    [{ type: 'workout_suspension', from: null, workout: null }, undefined],
  ])('leads to its object: %j', (item, target) => {
    expect(notificationTarget(item)).toBe(target)
  })
})
