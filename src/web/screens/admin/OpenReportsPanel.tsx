import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unresolvedQuery } from '@/web/api/reports'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'

/** Whether somebody waits for a moderator, and the way there. */
export function OpenReportsPanel() {
  const { data: unresolved } = useQuery(unresolvedQuery)
  return (
    <Panel title={t('admin.reports')}>
      {unresolved === false && <p>{t('admin.noOpenReports')}</p>}
      {unresolved && (
        <p>
          <Link to="/admin/reports" search={{ resolved: 'false' }}>
            {t('admin.openReports')}
          </Link>
        </p>
      )}
    </Panel>
  )
}
