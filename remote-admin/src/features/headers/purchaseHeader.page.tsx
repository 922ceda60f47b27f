import { HeadersPage } from './HeadersPage.tsx';

export const Page = () => <HeadersPage page="purchase-header" />;
