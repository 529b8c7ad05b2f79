import { Link } from '@tanstack/react-router'
import { t } from '@/web/i18n/text'

/** A link to the page of the handbook that explains what is shown next to it. */
export const HandbookLink = ({ topic, section }: { topic: string; section?: string }) => (
  <Link to="/handbook/$topic" params={{ topic }} {...(section && { hash: section })}>
    {t('handbook.more')}
  </Link>
)
