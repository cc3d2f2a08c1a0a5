/**
 * The style of the payers' pages, sent inside each page: one request less on a slow line. Proxy browsers such as Opera
 * Mini know neither custom properties nor grids, so it uses neither. Every pair of colors has a contrast of at least
 * 4.5 to 1.
 */
export const pageStyle = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1b1f24;background:#f3f4f6;
overflow-wrap:break-word;word-wrap:break-word}
main{max-width:32rem;margin:0 auto;padding:1rem}
.card{background:#fff;border:1px solid #d4d8de;border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
header{margin:0 0 1rem}
.logo{display:block;max-width:10rem;max-height:4rem;width:auto;height:auto;margin:0 0 .5rem;background:#fff;
border-radius:.25rem}
h1{font-size:1.25rem;line-height:1.3;margin:0}
h2{font-size:1.05rem;line-height:1.3;margin:0 0 .5rem}
p{margin:.5rem 0}
.amount{font-size:2rem;line-height:1.2;font-weight:700;margin:.5rem 0}
.state{display:inline-block;font-weight:700;padding:.15rem .6rem;border-radius:.4rem;background:#e5e8ec;color:#1b1f24}
.good{background:#d8f3e0;color:#0b4f26}
.bad{background:#fde3e1;color:#7c1410}
.wait{background:#fdf0cd;color:#5c4300}
.note{color:#4b535d;font-size:.9rem}
.below{display:block;font-weight:400}
.text{white-space:pre-line}
dl{margin:1rem 0 0}
dt{color:#4b535d;font-size:.85rem;margin:.6rem 0 0}
dd{margin:0}
.sum dt{float:left;clear:left;margin:.2rem 0}
.sum dd{text-align:right;margin:.2rem 0}
code{font:.85rem/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;word-break:break-all}
label{display:block;font-weight:600;margin:.75rem 0 .25rem}
input,select,textarea{font:inherit;width:100%;min-height:2.9rem;padding:.5rem .75rem;border:1px solid #737b86;
border-radius:.5rem;color:inherit;background:#fff}
button,.button{display:block;width:100%;min-height:2.9rem;font:inherit;font-weight:600;text-align:center;
text-decoration:none;padding:.65rem 1rem;border:1px solid #0f4fb8;border-radius:.5rem;color:#fff;background:#0f4fb8;
cursor:pointer;margin:.75rem 0 0}
.plain{color:#0f4fb8;background:#fff}
fieldset{border:0;margin:0;padding:0}
legend{font-weight:600;padding:0;margin:.75rem 0 .25rem}
.choice{font-weight:400;padding:.75rem;border:1px solid #737b86;border-radius:.5rem;margin:.5rem 0}
.choice input{width:auto;min-height:0;margin:0 .5rem 0 0}
.error{border-left:4px solid #b3261e;padding:.5rem .75rem;background:#fde3e1;color:#7c1410;margin:.75rem 0}
a{color:#0f4fb8}
a:focus,button:focus,input:focus,select:focus,textarea:focus{outline:3px solid #e08a00;outline-offset:2px}
.qr{display:block;width:100%;max-width:13rem;height:auto;background:#fff;padding:.5rem;margin:.5rem 0}
footer,.said{padding:0 1rem 1rem}
.unseen{position:absolute;top:0;left:0;margin:0;clip:rect(0,0,0,0)}
footer ul{list-style:none;margin:0;padding:0}
footer li{display:inline-block;margin:0 .75rem 0 0}
footer li a,footer li b{display:inline-block;padding:.6rem 0}
@media (prefers-color-scheme:dark){
body{color:#e8eaed;background:#121417}
.card{background:#1d2126;border-color:#3a414a}
.note,dt{color:#b4bcc6}
.state{background:#353c45;color:#e8eaed}
.good{background:#10381f;color:#a6ebbd}
.bad,.error{background:#451412;color:#ffc9c4}
.error{border-color:#ff8a80}
.wait{background:#40330a;color:#ffe08a}
input,select,textarea{background:#121417;border-color:#8d96a2}
button,.button{background:#8ab4ff;border-color:#8ab4ff;color:#0a1a33}
.plain{color:#a9c8ff;background:#1d2126}
.choice{border-color:#8d96a2}
a{color:#a9c8ff}
}
@media print{body{background:#fff;color:#000}.card{border:0}footer,form{display:none}}
`.replaceAll('\n', '');
