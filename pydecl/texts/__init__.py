"""Rules, trees and graphs as texts: read, checked and compiled in a confined process of their own."""
