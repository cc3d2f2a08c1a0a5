import type { Order } from './orders.ts';
import { money, type Product } from './products.ts';

export function shopPage(products: readonly Product[], orderId: string, problem?: string): string {
  const choices = products.map(
    ({ id, name, amount, currency }, i) =>
      `<label><input type="radio" name="product" value="${id}"${i === 0 ? ' checked' : ''}> ${escapeHtml(name)}: ${money(amount, currency)}</label>`,
  );
  return page(
    'Chairs',
    `${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
    <form method="post" action="/orders">
      <input type="hidden" name="order" value="${orderId}">
      <fieldset><legend>Product</legend>${choices.join('')}</fieldset>
      <label>Your phone <input name="phone" type="tel" autocomplete="tel" placeholder="+221 77 123 45 67" required></label>
      <button>Pay</button>
    </form>`,
  );
}

const news: Record<Order['status'], string> = {
  open: 'Approve the payment on your phone. This page updates itself.',
  paid: 'Paid. Your parcel is on its way.',
  failed: 'The payment did not go through. You were not charged.',
  review: 'We received your payment, but must check it. We will call you.',
};

export function orderPage({ product, amount, currency, status, failure }: Order): string {
  const why = status === 'failed' && failure ? `<p>${escapeHtml(failure)}</p>` : '';
  const again = status === 'failed' ? '<p><a href="/">Order again</a></p>' : '';
  return page(
    'Your order',
    `<p>${escapeHtml(product)}: ${money(amount, currency)}</p><p role="status">${news[status]}</p>${why}${again}`,
    status === 'open',
  );
}

const page = (title: string, body: string, follows = false) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${follows ? '<meta http-equiv="refresh" content="2">\n' : ''}<title>${title}</title>
<style>body{font:1rem/1.5 system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem}label{display:block;margin:.5rem 0}</style>
<h1>${title}</h1>
${body}
</html>
`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
