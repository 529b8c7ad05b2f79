import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditFilters, createScreenFactory, memberRoute, texts } from './base'

const adminRoute = createRoute({
  getParentRoute: () => memberRoute,
  id: 'admin',
  component: lazyRouteComponent(() => import('@/web/screens/admin/AdminFrame'), 'AdminFrame'),
})

const administratorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  id: 'administrators',
  component: lazyRouteComponent(
    () => import('@/web/screens/admin/AdminFrame'),
    'AdministratorsOnly',
  ),
})

const moderatorScreen = createScreenFactory(adminRoute)
const administratorScreen = createScreenFactory(administratorsRoute)

/** Routes for administrators and moderators. */
export const adminRoutes = adminRoute.addChildren([
  moderatorScreen('/admin', () => import('@/web/screens/admin/OverviewScreen'), 'OverviewScreen'),
  moderatorScreen(
    '/admin/reports',
    () => import('@/web/screens/reports/ReportsScreen'),
    'ReportsScreen',
    texts(
      'assigned',
      'assignee',
      'object_type',
      'order',
      'order_by',
      'reported_user',
      'reporter',
      'resolved',
    ),
  ),
  moderatorScreen(
    '/admin/reports/$reportId',
    () => import('@/web/screens/report/ReportScreen'),
    'ReportScreen',
  ),
  moderatorScreen(
    '/admin/appeals',
    () => import('@/web/screens/appeals/AppealsScreen'),
    'AppealsScreen',
  ),
  moderatorScreen(
    '/admin/members/$username',
    () => import('@/web/screens/member/MemberScreen'),
    'MemberScreen',
  ),
  administratorsRoute.addChildren([
    administratorScreen(
      '/admin/users',
      () => import('@/web/screens/admin-users/MembersScreen'),
      'MembersScreen',
      texts('q', 'role', 'state', 'order_by', 'order'),
    ),
    administratorScreen(
      '/admin/new-members',
      () => import('@/web/screens/new-members/NewMembersScreen'),
      'NewMembersScreen',
    ),
    administratorScreen(
      '/admin/configuration',
      () => import('@/web/screens/admin-config/ConfigScreen'),
      'ConfigScreen',
    ),
    administratorScreen(
      '/admin/sports',
      () => import('@/web/screens/admin/OfferScreens'),
      'SportsAdminScreen',
    ),
    administratorScreen(
      '/admin/equipment-types',
      () => import('@/web/screens/admin/OfferScreens'),
      'TypesAdminScreen',
    ),
    administratorScreen(
      '/admin/operations',
      () => import('@/web/screens/admin-operations/OperationsScreen'),
      'OperationsScreen',
    ),
    administratorScreen(
      '/admin/audit',
      () => import('@/web/screens/audit/AuditScreens'),
      'AuditScreen',
      auditFilters,
    ),
  ]),
])
