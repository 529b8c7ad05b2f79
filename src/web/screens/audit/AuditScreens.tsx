import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type AuditFilters, downloadAuditLog } from '@/web/api/accounts/audit'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { ForbiddenScreen } from '@/web/screens/forbidden/ForbiddenScreen'
import { useProfile } from '@/web/state/profile'
import { useRole } from '@/web/state/role'
import { AuditFilterFields } from './AuditFilterFields'
import { AuditList } from './AuditList'

const auditRoute = getRouteApi('/member/admin/administrators/admin/audit')
const activityRoute = getRouteApi('/member/settings/profile/activity')

/** The audit log of the server, for the owner. */
export function AuditScreen() {
  const owns = useRole('owner')
  const filters = auditRoute.useSearch()
  const navigate = auditRoute.useNavigate()
  const saving = useMutation({ mutationFn: () => downloadAuditLog(filters) })
  const filter = (changes: AuditFilters) =>
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
  if (!owns) return <ForbiddenScreen />
  return (
    <Page
      wide
      title={t('admin.audit')}
      lead={t('audit.lead')}
      actions={
        <BusyButton variant="default" busy={saving.isPending} onClick={() => saving.mutate()}>
          {t('audit.download')}
        </BusyButton>
      }
    >
      <ErrorNote error={saving.error} />
      <AuditFilterFields filters={filters} withAccount onChange={filter} />
      <AuditList label={t('admin.audit')} filters={filters} />
    </Page>
  )
}

/** What the audit log contains about the user's own account. */
export function ActivityScreen() {
  const user = useProfile()?.username
  const filters = activityRoute.useSearch()
  const navigate = activityRoute.useNavigate()
  const filter = (changes: AuditFilters) =>
    void navigate({ search: (current) => ({ ...current, ...changes }), replace: true })
  return (
    <Page title={t('settings.activity')} lead={t('audit.ownLead')}>
      <AuditFilterFields filters={filters} onChange={filter} />
      {user && <AuditList label={t('settings.activity')} filters={{ ...filters, user }} />}
    </Page>
  )
}
