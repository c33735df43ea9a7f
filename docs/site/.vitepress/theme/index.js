// The default theme without fonts of its own: nothing is fetched, and Chinese needs none of them.
import theme from "vitepress/theme-without-fonts";

import "./site.css";

export default theme;
