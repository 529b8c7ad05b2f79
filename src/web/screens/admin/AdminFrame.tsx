import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { openCasesQuery } from '@/web/api/accounts/reports'
import { AreaFrame, type AreaTab } from '@/web/components/page/AreaFrame'
import { t } from '@/web/i18n/text'
import { ForbiddenScreen } from '@/web/screens/forbidden/ForbiddenScreen'
import { useRole } from '@/web/state/role'

const OVERVIEW: AreaTab = { to: '/admin', label: 'admin.overview', exact: true }

const ADMINISTRATION: readonly AreaTab[] = [
  { to: '/admin/users', label: 'admin.users' },
  { to: '/admin/new-members', label: 'admin.newMembers' },
  { to: '/admin/configuration', label: 'admin.configuration' },
  { to: '/admin/sports', label: 'admin.sports' },
  { to: '/admin/equipment-types', label: 'admin.equipmentTypes' },
  { to: '/admin/operations', label: 'admin.operations' },
]

const OWNERSHIP: readonly AreaTab[] = [{ to: '/admin/audit', label: 'admin.audit' }]

/** The administration pages; moderators see fewer of them than administrators, and the owner sees all. */
export function AdminFrame() {
  const moderates = useRole('moderator')
  const administrates = useRole('admin')
  const owns = useRole('owner')
  const cases = useQuery({ ...openCasesQuery, enabled: moderates === true }).data
  if (moderates === undefined) return null
  if (!moderates) return <ForbiddenScreen />
  const moderation: readonly AreaTab[] = [
    OVERVIEW,
    { to: '/admin/reports', label: 'admin.reports', count: cases?.unresolved_reports },
    { to: '/admin/appeals', label: 'admin.appeals', count: cases?.waiting_appeals },
  ]
  const tabs = [...moderation, ...(administrates ? ADMINISTRATION : []), ...(owns ? OWNERSHIP : [])]
  return <AreaFrame wide label={t('admin.title')} tabs={tabs} />
}

/** Shows its pages only to administrators, not to moderators. */
export function AdministratorsOnly() {
  const administrates = useRole('admin')
  if (administrates === undefined) return null
  return administrates ? <Outlet /> : <ForbiddenScreen />
}
