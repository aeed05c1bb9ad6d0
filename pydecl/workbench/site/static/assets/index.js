import { keepForLater } from "./files.js";

keepForLater();
